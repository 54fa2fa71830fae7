-- Tells the time of the server that holds a queue, for sums that Lua's numbers are too coarse for.
--
-- KEYS  1 any key of the queue, which finds the server
-- Answers Unix milliseconds, as text.

local clock = redis.call('TIME')
return string.format('%.0f', clock[1] * 1000 + math.floor(clock[2] / 1000))
