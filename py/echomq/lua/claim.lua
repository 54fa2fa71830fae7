-- Lends the oldest pending job until a deadline.
--
-- KEYS  1 the pending set   2 the active set
-- ARGV  1 what the key of every row begins with
--       2 deadline, in milliseconds; after a plus sign, so many of them after this server's clock
--       3 what of the deadline lies beyond a score
-- Answers nil if nothing is pending, else id, attempts (the token of the lease), payload, group, progress and last
-- error, the last three nil where the row has none.
--
-- The key of the row isn't among KEYS, because only the pop tells the id. A cluster sends a script to the node of its
-- KEYS and lets it touch no other slot: this one is right only because all keys of a queue, the row's too, wear the
-- queue's name in braces and so share one slot.

local id = redis.call('ZPOPMIN', KEYS[1])[1]
if not id then
  return false
end

local deadline = ARGV[2]
if string.sub(deadline, 1, 1) == '+' then
  local clock = redis.call('TIME')
  -- %.0f, because Lua itself writes large numbers as 1.7e+12.
  deadline = string.format('%.0f', clock[1] * 1000 + math.floor(clock[2] / 1000) + tonumber(deadline))
end

local row = ARGV[1] .. id
redis.call('HINCRBY', row, 'attempts', 1)
redis.call('HSET', row, 'state', 'active', 'beyond', ARGV[3])
redis.call('ZADD', KEYS[2], deadline, ARGV[3] .. id)
local job = redis.call('HMGET', row, 'attempts', 'payload', 'group', 'progress', 'last_error')
return { id, job[1], job[2], job[3], job[4], job[5] }
