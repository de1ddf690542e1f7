/* Learns what an unfinished Splitter sheet promises, by playing against itself; prints a table of worths.

   Compiled and run by scripts/learn_splitter_values.py: learn A|B ROUNDS (some minutes for a million; the
   same numbers every time).

   In C because it takes a million rounds. The features are those of games/splitter/evaluation.py, which says
   what they mean; the last lines of the output are sheets with their worth, and a test compares the two.
   Learning is TD(1/2) over the sheets left behind by the greedy player, with temporal coherence: a weight
   whose corrections cancel out learns more slowly. */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t Mask;
typedef struct { Mask of[7]; } Sheet; /* the free spaces, then those of 1 … 6 */
typedef struct { int pair, left, right; double worth; } Writing;

enum { WIDTH = 9, PAIRS = 22, PHASES = 12, MOST = 160 };
enum { GROUPS = 7 * 8 * 8 * 5 * 4, DEMANDS = 7 * 16, CELLS = 5 * 5 * 5 * 2 * 2, HEARTS = 29 };
enum { DEMAND = GROUPS, CELL = DEMAND + DEMANDS, HEART = CELL + CELLS, FEATURES = HEART + HEARTS };

static const char *DRAWINGS[2][7] = {
    {"..####..", ".######.", "########", "*######*", "########", ".######.", "..####.."},
    {"###..#H#", "########", ".H#####.", ".##..##.", ".###H##.", "########", "#*#..#*#"}};

static Mask spaces, stars, hearts, left_of[PAIRS], right_of[PAIRS];
static double weight[PHASES][FEATURES], drift[PHASES][FEATURES], travel[PHASES][FEATURES];
static Mask random_state = 88172645463325252ULL;

static Mask draw(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state * 2685821657736338717ULL >> 33;
}
static int die(void) { return 1 + (int)(draw() % 6); }
static int count(Mask m) { return __builtin_popcountll(m); }
static Mask around(Mask m) { return m << 1 | m >> 1 | m << WIDTH | m >> WIDTH; }
static int least(int a, int b) { return a < b ? a : b; }

static void read_sheet(int which) {
    int pairs = 0;
    for (int row = 0; row < 7; row++)
        for (int column = 0; column < 8; column++) {
            char mark = DRAWINGS[which][row][column];
            Mask bit = (Mask)1 << (WIDTH * row + column);
            if (mark == '.') continue;
            spaces |= bit;
            if (mark == '*') stars |= bit;
            if (mark == 'H') hearts |= bit;
            if (column < 4) {
                left_of[pairs] = bit;
                right_of[pairs++] = (Mask)1 << (WIDTH * row + 7 - column);
            }
        }
}

static int split(Mask m, Mask *group) {
    int many = 0;
    while (m) {
        Mask part = 0, grown = m & -m;
        while (grown != part) {
            part = grown;
            grown = m & (part | around(part));
        }
        group[many++] = part;
        m ^= part;
    }
    return many;
}

static int score(const Sheet *s) {
    int points = 0;
    Mask group[44];
    for (int k = 1; k <= 6; k++) {
        int many = split(s->of[k], group);
        for (int i = 0; i < many; i++)
            if (count(group[i]) == k) points += group[i] & stars ? 2 * k : k;
        if (hearts && (s->of[k] & hearts) == hearts) points += 5;
    }
    return points;
}

static int phase(const Sheet *s) {
    static const int of[PAIRS + 1] = {0, 1, 2, 3, 4, 5, 6, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10, 10, 10, 11, 11, 11, 11};
    return of[count(s->of[0]) / 2];
}

static int group_feature(int k, int size, int ways, int room, int star) {
    return (((k * 8 + size) * 8 + least(ways, 7)) * 5 + room) * 4 + star;
}

static int features(const Sheet *s, int *out) {
    int many = 0;
    Mask free = s->of[0], want[7] = {0}, harm[7] = {0}, group[44], beside[44];
    for (int k = 1; k <= 6; k++) {
        int groups = split(s->of[k], group), demand = 0;
        Mask once = 0, twice = 0, bad = 0;
        for (int i = 0; i < groups; i++) {
            beside[i] = around(group[i]) & free;
            twice |= once & beside[i];
            once |= beside[i];
        }
        for (; twice; twice &= twice - 1) {
            Mask space = twice & -twice;
            int size = 1;
            for (int i = 0; i < groups; i++)
                if (beside[i] & space) size += count(group[i]);
            if (size > k) bad |= space;
        }
        for (int i = 0; i < groups; i++) {
            int size = count(group[i]), missing = k - size;
            if (missing < 0) continue;
            if (missing == 0) {
                harm[k] |= beside[i];
                out[many++] = group_feature(k, size, count(beside[i]), 0, group[i] & stars ? 3 : 0);
                continue;
            }
            Mask good = beside[i] & ~bad, reach = good, edge = good;
            harm[k] |= beside[i] & bad;
            for (int step = 1; step < missing && edge; step++) {
                edge = around(edge) & free & ~bad & ~reach;
                reach |= edge;
            }
            int spare = count(reach) - missing, joins = 0;
            for (int j = 0; j < groups; j++)
                joins |= j != i && beside[j] & good && size + 1 + count(group[j]) <= k;
            if (spare < 0 && !joins) continue;
            int room = spare <= 0 ? 1 : spare <= 2 ? 2 : spare <= 5 ? 3 : 4;
            int star = group[i] & stars ? 3 : good & stars ? 2 : reach & stars ? 1 : 0;
            out[many++] = group_feature(k, size, count(good), room, star);
            want[k] |= good;
            demand += missing;
        }
        out[many++] = DEMAND + k * 16 + least(demand, 15);
    }
    Mask ones = around(s->of[1]);
    for (Mask rest = free; rest; rest &= rest - 1) {
        Mask space = rest & -rest;
        int wanted = 0, harmful = 0;
        for (int k = 1; k <= 6; k++) {
            wanted += (want[k] & space) != 0;
            harmful += (harm[k] & space) != 0;
        }
        out[many++] = CELL + (((least(wanted, 4) * 5 + least(harmful, 4)) * 5 + count(around(space) & free)) * 2
                              + ((ones & space) != 0)) * 2 + ((stars & space) != 0);
    }
    if (hearts) {
        int state = 0;
        for (int k = 1; k <= 6; k++) {
            int here = count(s->of[k] & hearts);
            if (here) state = state ? HEARTS - 1 : here * 7 + k;
        }
        out[many++] = HEART + state;
    }
    return many;
}

static double worth(const Sheet *s) {
    if (!s->of[0]) return score(s);
    int found[MOST], many = features(s, found);
    double total = 0, *table = weight[phase(s)];
    for (int i = 0; i < many; i++) total += table[found[i]];
    return total;
}

static Sheet written(const Sheet *s, const Writing *w) {
    Sheet t = *s;
    t.of[0] &= ~(left_of[w->pair] | right_of[w->pair]);
    t.of[w->left] |= left_of[w->pair];
    t.of[w->right] |= right_of[w->pair];
    return t;
}

static int by_worth(const void *a, const void *b) {
    double x = ((const Writing *)a)->worth, y = ((const Writing *)b)->worth;
    return (x < y) - (x > y);
}

/* Every writing of this roll, the best first. */
static int writings(const Sheet *s, int a, int b, Writing *out) {
    int many = 0, first = 0;
    for (int pair = 0; pair < PAIRS; pair++)
        for (int turned = 0; turned <= (a != b) && s->of[0] & left_of[pair]; turned++) {
            out[many] = (Writing){pair, turned ? b : a, turned ? a : b, 0};
            Sheet t = written(s, &out[many]);
            out[many].worth = worth(&t);
            if (out[many].worth > out[first].worth) first = many;
            many++;
        }
    Writing best = out[first];
    out[first] = out[0];
    out[0] = best;
    return many;
}

/* A first idea of what groups promise, without which nothing is learned: nearly whole ones are worth most. */
static void guess(void) {
    for (int p = 0; p < PHASES; p++) {
        for (int k = 1; k <= 6; k++)
            for (int size = 1; size <= k; size++)
                for (int rest = 0; rest < 8 * 5 * 4; rest++)
                    weight[p][(k * 8 + size) * 8 * 5 * 4 + rest] =
                        (size == k ? k : 0.7 * size * size / k) * (rest % 4 == 3 ? 2 : 1);
        for (int k = 1; k <= 6; k++)
            for (int here = 1; here <= 3; here++) weight[p][HEART + here * 7 + k] = here == 3 ? 5 : here == 2 ? 1.5 : 0.4;
    }
}

static void learn(int rounds) {
    static int found[PAIRS][MOST], seen[FEATURES];
    for (int round = 0; round < rounds; round++) {
        double half = rounds / 2.0, rate = 1.5 * (round < half ? 1 : 1 - 0.95 * (round - half) / half);
        int many[PAIRS], wandered[PAIRS], phases[PAIRS];
        double now[PAIRS], best[PAIRS];
        Sheet s = {{spaces}};
        for (int turn = 0; turn < PAIRS; turn++) {
            Writing w[2 * PAIRS];
            int a = die(), b = die(), choices = writings(&s, a, b, w), choice = 0;
            best[turn] = w[0].worth;
            if (turn < PAIRS - 1 && draw() % 20 == 0) { /* now and then one of the next best, to see more */
                qsort(w, choices, sizeof *w, by_worth);
                choice = (int)(draw() % least(choices, 6));
            }
            wandered[turn] = choice > 0;
            now[turn] = w[choice].worth;
            s = written(&s, &w[choice]);
            many[turn] = features(&s, found[turn]);
            phases[turn] = phase(&s);
        }
        double goal = now[PAIRS - 1];
        for (int turn = PAIRS - 2; turn >= 0; turn--) {
            if (turn < PAIRS - 2) goal = wandered[turn + 1] ? best[turn + 1] : (best[turn + 1] + goal) / 2;
            int *f = found[turn], p = phases[turn], share = 0;
            for (int i = 0; i < many[turn]; i++) seen[f[i]]++;
            for (int i = 0; i < many[turn]; i++) share += seen[f[i]];
            for (int i = 0; i < many[turn]; i++) seen[f[i]] = 0;
            double step = (goal - now[turn]) * rate / share;
            for (int i = 0; i < many[turn]; i++) {
                int x = f[i];
                weight[p][x] += step * (travel[p][x] > 0 ? fabs(drift[p][x]) / travel[p][x] : 1);
                drift[p][x] += step;
                travel[p][x] += fabs(step);
            }
        }
    }
}

static void print_row(const char *name, int feature) {
    int learned = 0;
    for (int p = 1; p < PHASES; p++) learned |= travel[p][feature] > 0;
    if (!learned) return;
    printf("%s", name);
    for (int p = 1; p < PHASES; p++) printf(" %.4g", travel[p][feature] > 0 ? weight[p][feature] : 0);
    printf("\n");
}

static void print_weights(void) {
    char name[64];
    for (int x = 0; x < FEATURES; x++) {
        if (x < DEMAND) sprintf(name, "group %d %d %d %d %d", x / 1280, x / 160 % 8, x / 20 % 8, x / 4 % 5, x % 4);
        else if (x < CELL) sprintf(name, "demand %d %d", (x - DEMAND) / 16, (x - DEMAND) % 16);
        else if (x < HEART) {
            int c = x - CELL;
            sprintf(name, "cell %d %d %d %d %d", c / 100, c / 20 % 5, c / 4 % 5, c / 2 % 2, c % 2);
        } else sprintf(name, "hearts %d", x - HEART);
        print_row(name, x);
    }
}

/* The strength of the greedy player, and sheets to check another reading of the weights against. */
static void try_out(int rounds) {
    double sum = 0, squares = 0;
    for (int round = 0; round < rounds; round++) {
        Sheet s = {{spaces}};
        for (int turn = 0; turn < PAIRS; turn++) {
            Writing w[2 * PAIRS];
            int a = die(), b = die();
            writings(&s, a, b, w);
            s = written(&s, w);
            if (round < 40 && turn == round % 21) {
                printf("check ");
                for (Mask rest = spaces; rest; rest &= rest - 1)
                    for (int k = 0; k <= 6; k++)
                        if (s.of[k] & rest & -rest) printf("%d", k);
                printf(" %.3f\n", worth(&s));
            }
        }
        sum += score(&s);
        squares += score(&s) * score(&s);
    }
    double mean = sum / rounds;
    fprintf(stderr, "greedy: %.2f +- %.2f\n", mean, 1.96 * sqrt((squares / rounds - mean * mean) / rounds));
}

int main(int argc, char **argv) {
    if (argc != 3) return fprintf(stderr, "usage: %s A|B ROUNDS\n", argv[0]), 2;
    read_sheet(argv[1][0] == 'B');
    guess();
    learn(atoi(argv[2]));
    print_weights();
    try_out(5000);
    return 0;
}
