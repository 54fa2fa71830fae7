-- Lends the oldest job of the lane whose turn it is until a deadline.
--
-- KEYS  1 the pending set   2 the ring of lanes, by the ends of their keys   3 the active set
-- ARGV  1 what the key of every row begins with   2 what that of every lane begins with
--       3 deadline, in milliseconds; after a plus sign, so many of them after this server's clock
--       4 what of the deadline lies beyond a score
-- Answers nil if nothing is pending, else id, attempts (the token of the lease), payload, group, progress and last
-- error, the last three nil where the row has none.
--
-- The keys of lane and row aren't among KEYS, because only the ring tells the one and the lane the other. A cluster sends
-- a script to the node of its KEYS and lets it touch no other slot: this one is right only because all keys of a queue,
-- these too, wear the queue's name in braces and so share one slot, and because the store keeps every script off a slot
-- that is moving.

local turn = redis.call('LPOP', KEYS[2])
if not turn then
  return false
end
local lane = ARGV[2] .. turn
local id = redis.call('ZPOPMIN', lane)[1]
if redis.call('EXISTS', lane) == 1 then
  redis.call('RPUSH', KEYS[2], turn)
end
redis.call('ZREM', KEYS[1], id)

local deadline = ARGV[3]
if string.sub(deadline, 1, 1) == '+' then
  local clock = redis.call('TIME')
  -- In full: of a number that Lua turns into text by itself, fourteen digits are left.
  deadline = string.format('%.0f', clock[1] * 1000 + math.floor(clock[2] / 1000) + tonumber(deadline))
end

local row = ARGV[1] .. id
redis.call('HINCRBY', row, 'attempts', 1)
redis.call('HSET', row, 'state', 'active', 'beyond', ARGV[4])
redis.call('ZADD', KEYS[3], deadline, ARGV[4] .. id)
local job = redis.call('HMGET', row, 'attempts', 'payload', 'group', 'progress', 'last_error')
return { id, job[1], job[2], job[3], job[4], job[5] }
