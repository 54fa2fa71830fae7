"""Ids in the order of their minting, in the order of their arrival, and in the one that comparing them gives."""
