-- Makes scheduled ids pending that are due.
--
-- KEYS  1 the schedule   2 the pending set   3 the ring of lanes, by the ends of their keys
-- ARGV  1 what the key of every row begins with   2 what that of every lane begins with
--       3 now, in milliseconds; after a plus sign, so many of them after this server's clock
--       4 what of that lies beyond a score
--       5 how many ids are the most
-- Answers the ids, in the order of (due, id).
--
-- The keys of rows and lanes aren't among KEYS, because only the schedule tells the ids; they are right for the reason that
-- claim.lua gives.

local now = ARGV[3]
if string.sub(now, 1, 1) == '+' then
  local clock = redis.call('TIME')
  now = string.format('%.0f', clock[1] * 1000 + math.floor(clock[2] / 1000) + tonumber(now))
end

local ids = {}
for _, member in ipairs(redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[5])) do
  -- A member is the id, and before it what of its time lies beyond the score: digits that order as the times do.
  if ARGV[4] ~= '' and string.sub(member, 1, -15) > ARGV[4] then
    break
  end
  local id = string.sub(member, -14)
  redis.call('ZREM', KEYS[1], member)
  redis.call('ZADD', KEYS[2], 0, id)
  local row = ARGV[1] .. id
  local group = redis.call('HGET', row, 'group')
  local turn = group and ':' .. group or ''
  if redis.call('EXISTS', ARGV[2] .. turn) == 0 then
    redis.call('RPUSH', KEYS[3], turn)
  end
  redis.call('ZADD', ARGV[2] .. turn, 0, id)
  redis.call('HSET', row, 'state', 'pending', 'beyond', '')
  ids[#ids + 1] = id
end
return ids
