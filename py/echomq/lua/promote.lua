-- Makes scheduled ids pending that are due.
--
-- KEYS  1 the schedule   2 the pending set
-- ARGV  1 what the key of every row begins with
--       2 now, in milliseconds; after a plus sign, so many of them after this server's clock
--       3 what of that lies beyond a score
--       4 how many ids are the most
-- Answers the ids, in the order of (due, id).
--
-- The keys of the rows aren't among KEYS, because only the schedule tells the ids; they are right for the reason that
-- claim.lua gives.

local now = ARGV[2]
if string.sub(now, 1, 1) == '+' then
  local clock = redis.call('TIME')
  now = string.format('%.0f', clock[1] * 1000 + math.floor(clock[2] / 1000) + tonumber(now))
end

local ids = {}
for _, member in ipairs(redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[4])) do
  -- A member is the id, and before it what of its time lies beyond the score: digits that order as the times do.
  if ARGV[3] ~= '' and string.sub(member, 1, -15) > ARGV[3] then
    break
  end
  local id = string.sub(member, -14)
  redis.call('ZREM', KEYS[1], member)
  redis.call('ZADD', KEYS[2], 0, id)
  redis.call('HSET', ARGV[1] .. id, 'state', 'pending', 'beyond', '')
  ids[#ids + 1] = id
end
return ids
