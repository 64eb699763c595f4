import { translated } from './translated';

/** Rules that several people share on a server. */
export const teamSentences = translated({
  'The address must look like postgres://user@host:5432/database.': '地址应形如 postgres://user@host:5432/database。',
  'The address must look like mongodb://user@host:27017/database.': '地址应形如 mongodb://user@host:27017/database。',
  'The address must look like postgres://user@host:5432/database or mongodb://user@host:27017/database.':
    '地址应形如 postgres://user@host:5432/database 或 mongodb://user@host:27017/database。',
  'The tls of the address must be true or false.': '地址中的 tls 必须是 true 或 false。',
  'The address names the user {name} and no password, and MONGODB_PASSWORD is not set.':
    '地址中有用户 {name} 而没有密码，也未设置 MONGODB_PASSWORD。',
  'The address has {name}, which is not known here.': '地址中有 {name}，这里不认识它。',
  'The sslmode of the address must be verify-full or disable.': '地址中的 sslmode 必须是 verify-full 或 disable。',
  '{file} cannot be read ({error}).': '无法读取 {file}（{error}）。',
  'The rules are no list.': '规则不是列表。',
  'The rule {id} is not understood.': '无法理解规则 {id}。',
  'The change {number} of the rules is not understood.': '无法理解对规则的第 {number} 次更改。',
  'Changes of the rules before number {number} are missing.': '规则在第 {number} 次更改之前缺少更改。',
  'One change of the rules at {place} may have 15 MB. Make it in parts.':
    '对 {place} 上规则的一次更改最多 15 MB。请分几次更改。',
  'The rules of the team at {place} cannot be read ({why}).': '无法读取 {place} 上的团队规则（{why}）。',
  'The rules of the team at {place} have not been read yet.': '尚未读取 {place} 上的团队规则。',
  'The rules of the team at {place} are kept in a newer form. Update Latch to change them.':
    '{place} 上的团队规则使用了更新的格式。请更新 Latch 后再更改。',
  'The connection to {place} was lost while the change was written. Look whether it is there.':
    '写入更改时与 {place} 的连接中断。请查看更改是否已生效。',
  '{place} cannot be reached ({why}). Nothing was changed.': '无法连接 {place}（{why}）。未作任何更改。',
  'Somebody else has changed the rules of the team at {place} in the meantime, so nothing was written. Look at your change again, and write it.':
    '在此期间，其他人更改了 {place} 上的团队规则，因此未写入任何内容。请再次查看你的更改，然后写入。',
  'What everybody in the team gets is looked at before it is written.': '团队每个人都会得到的内容，须先查看再写入。',
  'Nothing was changed.': '未作任何更改。',
  'You may read the rules of the team at {place}, and not change them.':
    '你可以读取 {place} 上的团队规则，但不能更改。',
  '{place} takes no such change ({why}). Nothing was changed.': '{place} 不接受这一更改（{why}）。未作任何更改。',
  'The team allows it, and you have not accepted that. It does not count.': '团队允许它，但你尚未接受，因此不生效。',
  'The address of the database of the team has not been read yet.': '尚未读取团队数据库的地址。',
  'No address of a database of the team is known here. “Latch: Connect to the Rules of a Team…” asks for it.':
    '此处没有团队数据库的地址。“Latch: 连接到团队规则…”会询问它。',
  'The setting latch.store names {name}, and the address that is known here is of another database. “Latch: Connect to the Rules of a Team…” asks for it.':
    '设置 latch.store 指定了 {name}，而此处已知的地址属于另一种数据库。“Latch: 连接到团队规则…”会询问它。',
  'The setting latch.store names {name}, which this version of Latch does not know.':
    '设置 latch.store 指定了 {name}，此版本的 Latch 不认识它。',
  'The database of the team has no place for records. Whoever made its tables has to connect once.':
    '团队数据库中没有存放记录的位置。须由创建其表的人连接一次。',
  'The record of the team is kept in a newer form. Update Latch to add to it.':
    '团队的记录使用了更新的格式。请更新 Latch 后再追加。',
  'Line {line} here is not the one that the record of the team has.': '此处的第 {line} 行与团队记录中的不同。',
  'Line {line}, up to which the record of the team goes, is not here any more.':
    '团队的记录到第 {line} 行为止，而此处已没有该行。',
  'The record of the team has no line of this session.': '团队的记录中没有此会话的任何一行。',
  'The record of the team has the lines {first} to {last}, from {role}.':
    '团队的记录有第 {first} 至 {last} 行，来自 {role}。',
  'Each of them is the one that stands here.': '每一行都与此处的相同。',
  'Line {line} is another one there than here: one of both was changed, moved or replaced.':
    '第 {line} 行在那里与此处不同：其中之一被更改、移动或替换。',
  'Of line {line} something is told there that it does not say.': '那里关于第 {line} 行的内容与该行不符。',
  'Line {line} is missing there, and later ones are not: it was removed.':
    '那里缺少第 {line} 行，而其后的行仍在：它被移除了。',
  'Line {line} there does not follow the line before it.': '那里的第 {line} 行与前一行不衔接。',
  'Lines before line {first} were removed there: it began with line {from}.':
    '那里第 {first} 行之前的行被移除了：它原本从第 {from} 行开始。',
  'From line {line} on they are only there: they were cut off here.': '从第 {line} 行起只在那里有：此处的被截去了。',
  'There is no record of this session here: it was removed, or it is elsewhere.':
    '此处没有此会话的记录：它被移除了，或在别处。',
  'Lines were cut off there: {lines} were acknowledged to this machine.':
    '那里的行被截去了：曾向此计算机确认到第 {lines} 行。',
  'Lines of which something is told there in a newer form, which was not read: {count}.':
    '那里以更新的格式记载、未能读取内容的行数：{count}。',
  'Only here, and not sent yet: lines {from} to {end}.': '只在此处、尚未发送：第 {from} 至 {end} 行。',
});
