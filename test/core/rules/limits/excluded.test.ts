import { expect, test } from 'vitest';
import { excludedIn, readExcluded } from '../../../../src/core/rules';

test.each<[unknown, readonly string[]]>([
  [
    ['docker', 'docker compose', 'gh'],
    ['docker', 'docker compose', 'gh'],
  ],
  [['docker *', 'docker:*', ' docker '], ['docker']],
  [
    ['./scripts/e2e.sh', 'npm run test:e2e'],
    ['./scripts/e2e.sh', 'npm run test:e2e'],
  ],
  // What is not understood lets nothing out.
  [['*', 'doc*', 'docker | cat', 'a;b', '$X', '', '"docker"', 'docker\nls', 'a  b', 'rm -rf $HOME', 'A=1 x'], []],
  [[7, null, { docker: true }], []],
  ['docker', []],
  [undefined, []],
])('the setting %j lets out %j', (setting, excluded) => {
  expect(readExcluded(setting)).toEqual(excluded);
});

const excluded = ['docker', 'npm run e2e', './deploy.sh'];

test.each([
  ['docker', 'docker'],
  ['docker ps', 'docker'],
  ['npm run e2e -- --headed', 'npm run e2e'],
  ['./deploy.sh now', './deploy.sh'],
  // An older agent lets out the whole line for one of its commands.
  ['cd app && docker compose up -d', 'docker'],
  ['docker ps; cat .env', 'docker'],
  ['docker logs app 2>&1|tail -5', 'docker'],
  ['echo "$(docker ps)"', 'docker'],
  ['(docker ps)>out', 'docker'],
  // However it is spelled.
  ['"docker" ps', 'docker'],
  ["d'ock'er ps", 'docker'],
  ['doc\\ker ps', 'docker'],
  ['doc\\\nker ps', 'docker'],
  ['A=1 docker ps', 'docker'],
  ['env A=docker x', 'docker'],
  ["npm 'run'  e2e", 'npm run e2e'],
  ['timeout 5 docker ps', 'docker'],
  ['ls\ndocker ps', 'docker'],
  // Rather once too often.
  ['grep docker README.md', 'docker'],
])('%j may leave the sandbox for %s', (line, command) => {
  expect(excludedIn(line, excluded)).toBe(command);
});

test.each([
  'ls',
  'docker-compose up',
  'cat docs/docker.md',
  'dockerd',
  'npm run e2e2',
  'npm run build',
  '/usr/bin/docker ps',
  '$(printf dock)er ps',
  '',
])('%s stays in it', line => {
  expect(excludedIn(line, excluded)).toBeUndefined();
});

test('nothing leaves it where nothing is named', () => {
  expect(excludedIn('docker ps', [])).toBeUndefined();
});
