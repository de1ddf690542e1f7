"""Promises about every address and every evening: who may open what, and what odd events leave behind."""
