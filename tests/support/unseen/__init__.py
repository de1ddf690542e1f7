"""For each game, a module of its name with one function that redraws all that these eyes do not see.

`redraw(state, eyes, luck)` returns a state that could just as well be the true one, for all those eyes know.
The catalogue's test then demands equal views of both. It is written from the rules page, not from the game's
`view`, so that the two can disagree.
"""
