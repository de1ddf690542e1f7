// What a table feels like: clock, sound, tab title, vibration.
