import { expect, test } from 'vitest';
import { writesOutside } from '../../../../src/core/rules';
import { context, workspace } from '../helpers';

test('what is opened already is not outside', () => {
  const call = { tool: 'Bash', input: { command: 'touch /opt/app/x /opt/other/y' }, cwd: workspace };
  expect(writesOutside(call, context(), ['/opt/app']).map(({ path }) => path)).toEqual(['/opt/other/y']);
});

test.each<[string, readonly string[]]>([
  ['echo x > ../other/file', ['/other/file']],
  ['cp a.txt /opt/app/conf/a', ['/opt/app/conf/a > /opt/app/conf']],
  ['mkdir -p ~/notes/new/deep', ['/home/me/notes/new/deep > /home/me/notes/new']],
  ['sh -c "touch /opt/app/x"', ['/opt/app/x > /opt/app']],
  ['tee /opt/app/x /opt/app/y < a', ['/opt/app/x > /opt/app', '/opt/app/y > /opt/app']],
  // Never offered.
  ['echo x > ~/.bashrc', ['/home/me/.bashrc']],
  ['echo x >> ~/.ssh/authorized_keys', ['/home/me/.ssh/authorized_keys']],
  ['echo x > ~/file', ['/home/me/file']],
  ['echo x > /etc/passwd', ['/etc/passwd']],
  ['echo x > /home/me/.latch/rules.json', ['/home/me/.latch/rules.json']],
  ["echo x > '/opt/app/ends /x'", ['/opt/app/ends /x']],
  ["echo x > '/opt/app/*/x'", ['/opt/app/*/x']],
  // Free, or not outside.
  ['echo x > file', []],
  ['mkdir sub; cp a sub/b', []],
  ['echo x > /dev/null', []],
  ['cat /etc/passwd', []],
  ['echo x > $UNKNOWN', []],
])('%s', (command, found) => {
  const writes = writesOutside({ tool: 'Bash', input: { command }, cwd: workspace }, context());
  expect(writes.map(({ path, folder }) => (folder === undefined ? path : `${path} > ${folder}`))).toEqual(found);
});
