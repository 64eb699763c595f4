/** How many words name what a command does, so that a rule can cover it with any further arguments. */
const words: Readonly<Record<string, number>> = {
  git: 2,
  npm: 2,
  'npm run': 3,
  'npm run-script': 3,
  pnpm: 2,
  'pnpm run': 3,
  yarn: 2,
  'yarn run': 3,
  bun: 2,
  'bun run': 3,
  'deno task': 3,
  cargo: 2,
  go: 2,
  docker: 2,
  'docker compose': 3,
  kubectl: 2,
  helm: 2,
  gh: 3,
  aws: 3,
  gcloud: 3,
  az: 3,
  terraform: 2,
  make: 2,
  just: 2,
  task: 2,
  mvn: 2,
  gradle: 2,
  dotnet: 2,
  pip: 2,
  pip3: 2,
  uv: 2,
  poetry: 2,
  bundle: 2,
  composer: 2,
  rails: 2,
  rake: 2,
  mix: 2,
  brew: 2,
  apt: 2,
  'apt-get': 2,
  systemctl: 2,
  turbo: 2,
  nx: 2,
  next: 2,
  vite: 2,
  playwright: 2,
  prisma: 2,
};

const arity = new Map(Object.entries(words));

export function wordsThatName(values: readonly string[]): number {
  const [program = '', second = ''] = values;
  return arity.get(`${program} ${second}`) ?? arity.get(program) ?? 1;
}

/** Only the very command is offered: with other arguments these do quite other things. */
export const exactOnly: ReadonlySet<string> = new Set(
  (
    'curl wget ssh scp rsync sftp find fd awk gawk sed mv cp ln tee dd chmod chown kill pkill killall tar unzip zip ' +
    'truncate install crontab systemctl launchctl aws gcloud az kubectl helm terraform psql mysql mongosh redis-cli ' +
    'nc socat gpg openssl mount touch mkdir git-lfs'
  ).split(' '),
);

/** Second words that start other programs or cannot be taken back. */
export const neverNamed: ReadonlySet<string> = new Set([
  'npm exec',
  'npm x',
  'npm create',
  'npm publish',
  'npm init',
  'pnpm dlx',
  'pnpm exec',
  'pnpm publish',
  'yarn dlx',
  'yarn exec',
  'yarn publish',
  'bun x',
  'docker run',
  'docker exec',
  'kubectl exec',
  'kubectl delete',
  'uv run',
  'poetry run',
  'bundle exec',
  'cargo publish',
  'git filter-branch',
  'git config',
  'git clean',
  'git reset',
  'gh api',
  'go run',
]);
