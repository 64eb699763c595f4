/** Programs that take their arguments as names of files, as numbers or as text, and start nothing that stands there. */
export const inertPrograms: ReadonlySet<string> = new Set(
  (
    'mkdir rmdir touch cp mv rm ln chmod chown chgrp truncate tee cd pushd popd echo true false : sleep kill pkill killall ' +
    'wait exit return break continue shift set mkfifo shred unlink realpath basename dirname'
  ).split(' '),
);

/** Subcommands of git that do the same, as long as none of their options names a program or a configuration. */
export const inertGit: ReadonlySet<string> = new Set(
  (
    'add commit status log diff show branch checkout switch merge tag push pull fetch stash reset restore rm mv revert ' +
    'cherry-pick clean remote rev-parse describe blame shortlog ls-files ls-tree cat-file'
  ).split(' '),
);

/** Git takes any beginning of a long option for the option. */
export const startingGitOption =
  /^(?:-[cOxu]|--(?:e|u|rece|open|tex|con|tem|g|att|fil|ser|to|com|st|rem|i)[a-z-]*(?:=|$))/;

/** Programs of which the first operand is a command of their own, whatever else has that name. */
export const namesFirst: ReadonlySet<string> = new Set(
  'npm yarn pnpm bun docker podman kubectl git gh cargo go apt apt-get brew pip pip3 systemctl aws gcloud helm terraform'.split(
    ' ',
  ),
);

/** Of these, those that run a script of the project by its name. */
export const runsScripts: ReadonlySet<string> = new Set('npm yarn pnpm bun'.split(' '));
