"""The pictures of the slot calculator: bytes, the rule, the register, and many keys."""
