/** Programs that hand what lies in a folder to others: to a network, a container, an image, an archive or another machine. */

function names(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** They serve the folder that they run in, or one that they name. */
const servers = names(
  'serve http-server live-server local-web-server lws httpd apache2 apache2ctl nginx lighttpd caddy miniserve dufs sfz goshs ' +
    'simple-http-server darkhttpd webfsd thttpd mini_httpd boa monkey h2o filebrowser updog woof droopy superstatic browser-sync ' +
    'sirv http-serve static-server statikk devd algernon ran tftpd in.tftpd vsftpd proftpd pure-ftpd smbd nfsd unfsd ganesha.nfsd ' +
    'sftp-server syncthing code-server openvscode-server ttyd gotty wetty jupyter jupyter-lab jupyter-notebook vite wrangler parcel ' +
    'webpack-dev-server webpack-serve @11ty/eleventy eleventy live-reload livereload servor alive-server reload wsgidav rygel minidlna',
);

const serverName =
  /(?:^|[-_.])(?:httpd?|https?|ftpd?|file|static|web|dav)[-_]?(?:server?|share)(?:$|[-_.\d])|(?:httpd|ftpd|webdav)\d*$/i;

/** A word that tells any program to do so. */
const servingWord =
  /^(?:serve|server|file-server|fileserver|http-server|httpd|http\.server|share|daemon|--daemon|--serve|--server|--share|live-server|webdav|tunnel|--browse)$/;

/** Modules of python, and scripts that others fetch. */
const servingModule =
  /http[._]?server|SimpleHTTPServer|RangeHTTP|ftplib|ftpd|webdav|wsgidav|uploadserver|livereload|web\b|share|dav\b/i;

export function serves(program: string, values: readonly string[]): boolean {
  if (servers.has(program) || serverName.test(program)) return true;
  if (/^python[\d.]*$|^pypy/.test(program))
    return values.some((value, at) => /^-\w*m$/.test(values[at - 1] ?? '') && servingModule.test(value));
  if (program === 'php') return values.some(value => value.startsWith('-S'));
  if (program === 'ruby')
    return values.some(value => /^-run|^-r ?un$/.test(value)) && values.some(value => /httpd/.test(value));
  if (program === 'twistd' || program === 'twist') return values.some(value => /^(?:web|ftp|conch)$/.test(value));
  if (/^(?:deno|bun|node|tsx)$/.test(program))
    return values.some(value => /file[-_]?server|http[-_]server|(?:^|\/)serve(?:@|$)/.test(value));
  if (ownWords.has(program)) return false;
  return values.slice(0, 3).some(value => servingWord.test(value));
}

/** What these call so is something else, or the name of a script or a resource. */
const ownWords = names(
  'npm yarn pnpm bun make just task git gh kubectl docker podman systemctl service curl wget ssh cargo go rails artisan echo printf grep rg find ls cat which man kill pkill launchctl brew apt test [ cd mkdir touch rm cp mv',
);

/** Programs that run others in a place of their own, and give them folders of this one. */
const containers = names(
  'docker podman nerdctl finch udocker buildah apptainer singularity systemd-nspawn bwrap firejail flatpak lxc incus minikube multipass mount nsjail charliecloud ch-run runc crun krunvm distrobox toolbox lima limactl nixpacks pack kaniko buildctl',
);

export function isContainer(program: string): boolean {
  return containers.has(program);
}

/** Options of which the value begins with a folder of this machine. */
export const mountOption =
  /^(?:-v|-B|-D|--?volumes?|--mount|--bind|--(?:ro-|dev-)?bind(?:-try|-ro)?|--directory|--filesystem|--disk|--share|--root|--overlay|--local|--home|--mount-string|--context|--build-context|-o)$/;

/** What they do with a description that stands in a file, which may mount anything of the folder. */
export function startsDescribed(program: string, values: readonly string[]): boolean {
  if (/^(?:docker-compose|podman-compose)$/.test(program)) return values.some(value => composing.test(value));
  if (isContainer(program)) {
    const at = values.findIndex(value => /^(?:compose|stack)$/.test(value));
    return at >= 0 && values.slice(at).some(value => composing.test(value));
  }
  if (program === 'vagrant' || program === 'devcontainer')
    return values.some(value => /^(?:up|reload|rsync|build|resume|provision)$/.test(value));
  return program === 'act' || program === 'skaffold' || program === 'tilt' || program === 'garden';
}

const composing = /^(?:up|run|create|start|restart|build|watch|deploy|publish|push)$/;

const formatters =
  /^(?:black|isort|yapf|autopep8|autoflake|pyupgrade|docformatter|rustfmt|clang-format|stylua|shfmt|gofmt|goimports|gofumpt|standard|prettier|eslint|stylelint|biome|ruff|dprint|rubocop|rufo|standardrb|php-cs-fixer|phpcbf|ktlint|google-java-format|scalafmt|swiftformat|swiftlint|ormolu|fourmolu|taplo|buf|terraform|tofu|cargo|go|dart|deno|mix|dotnet|jscodeshift|ast-grep|sg|comby|codemod|sd|fastmod|codespell|typos|dos2unix|unix2dos|rename|prename|markdownlint|xo|oxlint|oxfmt)$/;
const always =
  /^(?:black|isort|autopep8|goimports|rustfmt|jscodeshift|codemod|fastmod|phpcbf|dos2unix|unix2dos|rename|prename|sd)$/;
const rewriting =
  /^(?:-w|-i|-ri|-[a-z]*i|-U|-a|-A|--write|--write-changes|--fix(?:-\w+)*|--in-?place|--inplace|--replace|--update-all|--autocorrect(?:-all)?|--auto-correct|--apply(?:-\w+)?|--recursive|fmt|format|fix)(?:=.*)?$/;

/** Whether it changes the files that it finds in the folders it is given. */
export function rewrites(program: string, values: readonly string[]): boolean {
  if (
    !formatters.test(program) ||
    values.some(value => /^--(?:check|diff|list-different|dry-run|fix-dry-run)$/.test(value))
  )
    return false;
  return always.test(program) || values.some(value => rewriting.test(value));
}
