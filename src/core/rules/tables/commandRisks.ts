import { byName } from './byName';
import type { RiskName } from './riskReasons';

/** What the arguments of a program, joined by blanks and without global options, say about its risk. */
type CommandRisk = readonly [RiskName, RegExp?];

const always = (...names: readonly RiskName[]): readonly CommandRisk[] => names.map(name => [name]);
const some =
  (name: RiskName) =>
  (where: RegExp): CommandRisk => [name, where];
const publishes = some('package-publish');
const destroys = some('infra-destroy');
const installs = some('package-install');
const disables = some('security-disable');
const tells = some('secret-read');
const sends = some('network-upload');
const starts = some('exec-flag');
const drops = some('db-destroy');
const tampers = some('config-tamper');
const fetchesCode = some('remote-code');
const persists = some('persistence');
const writes = some('file-write');
const formats = some('disk-write');
const runsCode: CommandRisk = ['code-exec'];
const online: CommandRisk = ['network'];
const containers: CommandRisk = ['container'];

const compose: readonly CommandRisk[] = [
  containers,
  destroys(/^(?:compose )?(?:.* )?down(?: .*)? (?:-v|--volumes|--rmi)\b|^(?:compose )?(?:.* )?rm\b/),
];
const docker: readonly CommandRisk[] = [
  ...compose,
  destroys(
    /\bprune\b|^(?:rm|rmi)\b|^(?:volume|image|container|network|stack|service|secret|context|swarm) (?:rm|remove|leave)\b/,
  ),
  publishes(/^(?:image )?push\b|--push\b|^manifest push\b/),
  ['network', /^(?:image )?(?:pull|login|search)\b/],
  tells(/(?:-v|--volume|--mount|src|source)[= ]\S*\/\.(?:ssh|aws|gnupg|kube|docker|netrc|env)\b/),
  [
    'privilege',
    /--privileged\b|--cap-add|--pid[= ]host|--net(?:work)?[= ]host|(?:-v|--volume)[= ]?(?:\/|~|\/var\/run\/docker\.sock)(?=:)|docker\.sock|source=\/,/,
  ],
];
const nodePackages: readonly CommandRisk[] = [
  installs(
    /^(?:i|in|ins|inst|install|ci|add|update|up|upgrade|uninstall|un|remove|rm|r|link|ln|dedupe|prune|rebuild|install-test|it)\b|^$/,
  ),
  ['code-exec', /^(?:run|run-script|rum|urn|test|t|tst|start|stop|restart|build|dev|lint|workspaces? .* run)\b/],
  fetchesCode(
    /^(?:exec|x|dlx|create|innit)\b|^init [^-]|^(?:i|install|add) (?:.* )?(?:git\+|git:|https?:|github:|[\w-]+\/[\w.-]+(?:#|$))/,
  ),
  publishes(
    /^(?!run|exec|test|x )(?:.* )?publish\b(?![:])|^(?:unpublish|deprecate|dist-tag|npm publish|owner|stage|pub)\b/,
  ),
  [
    'network',
    /^(?:view|info|show|v|audit|outdated|search|s|login|logout|adduser|whoami|ping|access|team|org|profile)\b/,
  ],
  disables(/^(?:config set|set|c set) strict-ssl[ =]false|--strict-ssl[= ]false/),
  tampers(/^(?:config|c) (?:set|delete|edit)\b|^set\b/),
  tells(/^token\b|^config (?:get|list).*(?:_auth|token)/i),
  ['privilege', /--unsafe-perm\b/],
];
const python: readonly CommandRisk[] = [
  ['dynamic-code', /^(?:-[A-Za-z]* )*-[A-Za-z]*c\b/],
  installs(/^-m (?:pip|ensurepip|venv|virtualenv)\b/),
  ['network', /^-m (?:http\.server|SimpleHTTPServer)\b/],
  fetchesCode(/^-m pip install .*(?:git\+|https?:)/),
  publishes(/^-m twine upload|setup\.py .*upload/),
  drops(/manage\.py (?:.* )?(?:flush|reset_db|sqlflush|migrate \S+ zero)\b/),
  ['code-exec', /^(?!-V|--version|-h|--help)[\s\S]*$/],
];
const pip: readonly CommandRisk[] = [
  installs(/^(?:install|uninstall|download|sync)\b/),
  fetchesCode(/^install .*(?:git\+|https?:|hg\+|svn\+)/),
  ['network', /^(?:search|index|download)\b/],
  tampers(/^config (?:set|edit|unset)\b/),
];
const inline: readonly CommandRisk[] = [
  ['dynamic-code', /(?:^| )(?:-e|-E|-p|-r|-pe|-ne|-le|-lne|-ane|-pie|-\w*[eE]|--eval|--print|eval)(?: |=|$)/],
  fetchesCode(/^(?:run|install|x|create) (?:.* )?(?:https?:|npm:|jsr:)/),
  ['code-exec', /^(?!-v|--version|-h|--help)/],
];
const systemPackages: readonly CommandRisk[] = [
  installs(
    /(?:^| )(?:install|uninstall|remove|purge|upgrade|dist-upgrade|full-upgrade|autoremove|autoclean|clean|cleanup|add|del|rm|erase|reinstall|cask|tap|untap|link|unlink|-S\w*|-R\w*|-U\w*|-[ireFP]\w*|--(?:install|remove|purge|erase|upgrade|unpack|force-\S+))(?= |$)/,
  ),
  ['network', /\b(?:update|search|fetch|info)\b/],
];
const cloud: readonly CommandRisk[] = [
  online,
  destroys(
    /\b(?:delete|destroy|terminate|remove|purge|rm|rb|teardown|deregister|drain)(?:-[\w-]+)?\b|\bdelete-|\bterminate-|:destroy\b|--delete\b/,
  ),
  sends(
    /^(?:s3|s3api|storage|blob|s3 )? ?(?:cp|sync|mv|put-object|upload\S*) (?!s3:|gs:)\S+ (?:s3|gs|https?):|put-object|\bupload\b/,
  ),
  tells(
    /get-secret|secretsmanager get|get-parameters?\b.*decrypt|print-access-token|print-identity-token|get-access-token|auth:token|configure get|secrets? (?:versions access|show|download)|keyvault secret show|get-session-token|get-login-password/,
  ),
];
const sql: readonly CommandRisk[] = [online, runsCode];
const killer = always('process-kill', 'mass-kill');
const fetcher: readonly CommandRisk[] = [
  online,
  sends(
    /(?:^| )(?:-[a-zA-Z]*[dFT](?=[ @=]|\S)|--data(?:-\w+)?\b|--form(?:-\w+)?\b|--upload-file\b|--json\b|--url-query\b|-X ?(?:POST|PUT|PATCH|DELETE)\b|--request[= ](?:POST|PUT|PATCH|DELETE)\b)/,
  ),
];
const scriptRunner = always('code-exec');

const debuggers: readonly CommandRisk[] = [
  ['process-attach', /(?:^| )(?:-[a-zA-Z]*p\b|--pid|--attach|attach\b|[0-9]+$)/],
  starts(/(?:^| )(?:-[ix]?ex?\b|-[xosS]\b|-(?:ix|iex|ex)\b|--(?:(?:init-)?(?:eval-)?command|one-line|source))/),
  runsCode,
];

const table: Readonly<Record<string, readonly CommandRisk[]>> = {
  'sudo doas su pkexec runuser gsudo run0 nsenter chroot unshare setcap visudo usermod useradd userdel adduser deluser groupadd groupmod gpasswd passwd chpasswd mount umount insmod modprobe':
    always('privilege'),
  chmod: [
    ['privilege', /(?:^| )(?:[ugoa]*[+=][rwxXt]*s|[24-7][0-7]{3}\b)/],
    [
      'permission-change',
      /(?:^| )(?:-[a-zA-Z]*R|--recursive|0?[0-7]?[0-7][0-7][2367]\b|[ugo]*[ao][ugo]*[+=][rxXst]*w|\+w\b)/,
    ],
    ['file-write'],
  ],
  'chown chgrp setfacl chattr icacls takeown': always('permission-change'),
  umask: [['permission-change', /^0*[0-7]?0?0$/]],
  rm: [['file-delete']],
  'rmdir unlink shred trash trash-put': always('file-delete'),
  'srm rimraf': always('file-delete', 'recursive-delete'),
  'touch mkdir cp mv ln install tee truncate patch mkfifo mktemp unzip gzip gunzip bzip2 xz nano ed':
    always('file-write'),
  split: [['file-write'], starts(/(?:^| )--fi/)],
  zip: [['file-write'], starts(/(?:^| )(?:-TT|--unzip-command)\b/)],
  'vim vi nvim': [['file-write'], starts(/(?:^| )(?:-c|--cmd|-S) |(?:^| )\+/)],
  emacs: [['file-write'], ['dynamic-code', /--eval|--batch|-l /]],
  tar: [
    starts(
      /--checkpoint-action|--to-command|--use-compress|--rsh-command|--info-script|--new-volume-script|(?:^| )-[a-zA-Z]*[IF](?: |$)|--compress-prog/,
    ),
    ['file-write'],
  ],
  sort: [starts(/--comp(?:r\w*|ress-\w*)?[ =]/)],
  rg: [starts(/--pre(?:[ =]|$)|--hostname-bin|(?:^| )-z\b|--search-zip/)],
  man: [starts(/(?:^| )(?:-P|--pager|-H|--html)/)],
  less: [starts(/(?:^| )\+!|-k /)],
  find: [
    starts(/(?:^| )-(?:exec|execdir|ok|okdir)\b/),
    [
      'recursive-delete',
      /(?:^| )-delete\b|-(?:exec|execdir|ok|okdir) (?:\S+ )*?(?:\/\S*\/)?(?:rm|unlink|shred|rmdir)\b/,
    ],
    writes(/(?:^| )-(?:fprint0?|fprintf|fls)\b/),
  ],
  fd: [starts(/(?:^| )(?:-[xX]|--exec|--exec-batch)\b/)],
  sed: [
    writes(/(?:^| )(?:-[a-zA-Z]*i|--i)/),
    starts(/(?:^|[ ';0-9$/])e(?: |;|'|$)|\/[gpiIm0-9]*e[gpiIm0-9]*(?:'|;| |$)/),
  ],
  awk: [starts(/system\s*\(|\|\s*"|"\s*\||\|\s*getline|\|&/), writes(/>\s*"/)],
  ssh: [
    online,
    starts(/(?:^| )-o ?(?:ProxyCommand|LocalCommand|PermitLocalCommand|KnownHostsCommand)/i),
    disables(/StrictHostKeyChecking[= ]no/i),
    runsCode,
  ],
  scp: [online, sends(/\S+ (?:\S+@)?[\w.-]+:\S*$/)],
  'sftp ftp lftp tftp mail mailx sendmail mutt': always('network', 'network-upload'),
  rsync: [
    ['file-write'],
    ['recursive-delete', /--delete\b|--delete-\w+|--remove-source-files|--del\b/],
    ['network', /(?:^| )(?:\S+@)?[\w.-]+::?|rsync:/],
    sends(/ (?:(?:\S+@)?[\w.-]+::?\S*|rsync:\S+)$/),
    starts(/(?:^| )(?:-e|--rsh|--rsync-path)[ =]?(?!ssh\b)/),
  ],
  rclone: [online, sends(/^(?:copy|sync|move|copyto|moveto) /), ['recursive-delete', /^(?:delete|purge|sync)\b/]],
  curl: fetcher,
  wget: [
    online,
    sends(/--post|--method[= ](?:POST|PUT|PATCH|DELETE)|--body/),
    writes(/^(?!.*(?:-O ?-|-qO-|--spider|--output-document=-))/),
  ],
  'http https': [online, sends(/(?:^| )(?:POST|PUT|PATCH|DELETE)\b|@\S/)],
  xh: [online, sends(/(?:^| )(?:post|put|patch|delete)\b|@\S/i)],
  aria2c: always('network', 'file-write'),
  'lynx ping dig nslookup host whois traceroute glab': always('network'),
  'nc ncat netcat socat telnet': always('network', 'raw-socket'),
  openssl: [
    ['network', /^s_(?:client|server)\b/],
    ['raw-socket', /^s_(?:client|server)\b/],
    starts(/(?:^| )(?:-engine|-provider-path|engine)(?: .*)? \S*\//),
  ],
  nmap: [online, ['raw-socket'], starts(/--script/)],
  tcpdump: [online, ['raw-socket'], starts(/(?:^| )-z /)],
  crontab: [persists(/^(?!-l\b)/)],
  'at batch update-rc.d chkconfig schtasks husky': always('persistence'),
  'systemd-run': [persists(/--on-|--timer/), runsCode],
  systemctl: [
    ['shutdown', /^(?:poweroff|reboot|halt|suspend|hibernate|kexec|rescue|emergency|isolate)\b/],
    persists(/^(?:--\w+ )*(?:enable|reenable|link|edit|daemon-reload|preset|set-default)\b/),
    disables(
      /^(?:stop|disable|mask|kill)\b.*(?:ufw|firewalld|iptables|nftables|auditd|apparmor|selinux|fail2ban|clamav|falcon)/,
    ),
    ['process-kill', /^(?:stop|kill|restart|disable|mask)\b/],
  ],
  service: always('process-kill'),
  launchctl: [
    persists(/^(?:load|bootstrap|enable|submit|kickstart)\b/),
    ['process-kill', /^(?:unload|bootout|remove|stop|kill)\b/],
  ],
  loginctl: [persists(/enable-linger/), ['process-kill', /terminate|kill/]],
  'lefthook pre-commit': [persists(/^install/), runsCode],
  gh: [
    online,
    tells(/^auth (?:token|status .*(?:-t|--show-token))/),
    sends(
      /^gist (?:create|edit)\b|^(?:secret|variable) set|^api .*(?:-X|--method|-f|-F|--field|--raw-field|--input)\b/,
    ),
    publishes(/^release (?:create|upload|edit|delete)\b/),
    destroys(
      /^(?:repo|run|secret|variable|ssh-key|codespace|cache|label|gist|issue) delete\b|^repo archive\b|^api .*(?:-X|--method)[ =]DELETE/,
    ),
    [
      'git-write',
      /^(?:pr|issue|repo) (?:create|merge|close|edit|comment|clone|fork|rename|sync|checkout|review|reopen)\b/,
    ],
  ],
  git: [
    [
      'force-push',
      /^push\b(?=.*(?: --force| -[a-zA-Z]*f(?![a-z]{3})| --delete| -d\b| --mirror| --prune| '?\+\S| :\S))/,
    ],
    [
      'history-rewrite',
      /^reset\b.* --(?:hard|merge|keep)|^rebase\b|^commit\b.* --amend|^filter-(?:branch|repo)\b|^branch\b.*(?: -[a-zA-Z]*[DM]\b| --delete --force| -d -f| -[a-z]*f)|^stash (?:drop|clear)\b|^reflog (?:expire|delete)\b|^(?:checkout|switch)\b.*(?: -f\b| --force| --discard-changes| -B\b)|^checkout\b.*(?: --(?: |$)| \.(?:$| ))|^restore\b(?!.*--staged(?!.*--worktree))|^gc\b.*--prune|^prune\b|^update-ref\b|^replace\b|^push .*--force/,
    ],
    ['recursive-delete', /^clean\b(?!.*(?: -[a-zA-Z]*n| --dry-run))|^worktree remove\b|^rm\b.* -[a-zA-Z]*r/],
    ['file-delete', /^rm\b|^clean\b/],
    tells(/^config\b.*(?:extraheader|passw|token|secret|credential)|^credential (?:fill|get)/i),
    persists(/core\.hooksPath/i),
    disables(
      /--no-verify\b|sslVerify[ =](?:false|0)|^commit\b(?:.* )?-[a-zA-Z]*n[a-zA-Z]*(?: |$)|fsckObjects[ =]false|verifySignatures?[ =]false|safe\.directory/i,
    ),
    [
      'git-exec-config',
      /(?:^|[ =])(?:core\.(?:sshcommand|pager|editor|fsmonitor|hookspath|gitproxy|askpass|alternaterefscommand)|alias\.|diff\.external|diff\.\S+\.(?:command|textconv)|difftool\.|mergetool\.|merge\.\S+\.driver|filter\.|gpg\.|credential\.|pager\.|include\.|includeif\.|interactive\.difffilter|sequence\.editor|protocol\.ext|uploadpack\.|receive\.|remote\.\S+\.(?:uploadpack|receivepack|vcs)|submodule\.\S+\.update|http\.proxy|url\.)|--(?:upload|receive)-pa|--exec\b|--exec=|(?:^| )-x |ext::|--config-env|--ext-diff|^clone\b.* -u |^bisect run\b|^submodule foreach\b|^filter-branch\b|-O\S|--open-files-in-pager|--extcmd/i,
    ],
    tampers(
      /^config\b.* ?--(?:global|system)\b(?!.* --(?:get|list))|^config (?:--(?:global|system) )?(?:--unset|--edit|-e|edit|unset|--remove-section)/,
    ),
    [
      'network',
      /^(?:fetch|pull|push|clone|ls-remote|remote (?:update|show|prune)|submodule (?:update|add)|archive --remote|request-pull|send-email|svn|p4|lfs)\b/,
    ],
    ['git-push', /^push\b(?!.*(?: -n\b| --dry-run\b))/],
    sends(/^send-email\b/),
    [
      'git-write',
      /^(?:add|am|apply|bisect|branch|checkout|cherry-pick|clean|clone|commit|config|gc|init|lfs|maintenance|merge|mv|notes|pull|push|rebase|remote|reset|restore|revert|rm|sparse-checkout|stash|submodule|switch|tag|update-index|update-ref|worktree|read-tree|write-tree|commit-tree|symbolic-ref|pack-refs|repack|prune|replace|filter-branch|filter-repo)\b/,
    ],
  ],
  'npm pnpm yarn': nodePackages,
  bun: [...nodePackages, ...inline],
  'npx bunx pnpx uvx': always('remote-code'),
  'lerna changeset hatch': [publishes(/^publish/), runsCode],
  'semantic-release': always('package-publish'),
  goreleaser: [publishes(/^release/), runsCode],
  vsce: [publishes(/^(?:publish|unpublish)/), runsCode],
  ovsx: [publishes(/^publish/), online],
  twine: [publishes(/^upload/), online],
  gem: [publishes(/^(?:push|yank|owner)/), installs(/^(?:install|update|uninstall)/), online],
  poetry: [publishes(/^publish/), installs(/^(?:add|install|update|remove|lock|sync)/), runsCode],
  flit: [publishes(/^publish/), installs(/^install/), runsCode],
  uv: [
    publishes(/^publish/),
    fetchesCode(/^(?:tool run|run --with)/),
    installs(/^(?:add|remove|sync|lock|pip|tool install|venv|python)/),
    runsCode,
  ],
  pdm: [publishes(/^publish/), installs(/^(?:add|install|update|sync)/), runsCode],
  pipx: [fetchesCode(/^run/), ['package-install']],
  'pip pip3': pip,
  'conda mamba': [['package-install'], online],
  cargo: [
    publishes(/^(?:publish|yank|owner)/),
    fetchesCode(/^install .*--git/),
    installs(/^(?:install|add|update|remove|fetch|uninstall)/),
    ['code-exec', /^(?:run|test|build|bench|check|clippy|doc|fix|r|t|b|c|xtask|make|nextest|watch|expand|clean)\b/],
    ['network', /^(?:search|login|logout)/],
  ],
  go: [
    fetchesCode(/^(?:run|install) \S+@/),
    installs(/^(?:get|install|mod (?:download|tidy))/),
    ['code-exec', /^(?:run|test|build|generate|vet|tool)/],
    tampers(/^env -w/),
  ],
  mvn: [publishes(/\bdeploy\b/), runsCode],
  'gradle gradlew': [publishes(/\bpublish/), runsCode],
  dotnet: [publishes(/^nuget push/), installs(/^(?:add|restore|tool install)/), runsCode],
  nuget: [publishes(/^push/), ['package-install']],
  composer: [installs(/^(?:install|require|update|remove|create-project|global)/), runsCode],
  bundle: [installs(/^(?:install|update|add|$)/), runsCode],
  pod: [publishes(/^trunk push/), ['package-install']],
  mix: [publishes(/hex\.publish/), drops(/ecto\.(?:drop|reset)/), runsCode],
  'apt apt-get aptitude dpkg brew yum dnf rpm pacman apk zypper snap flatpak port winget choco scoop': systemPackages,
  'nix-env': systemPackages,
  docker,
  'podman nerdctl': docker,
  'docker-compose podman-compose': compose,
  skopeo: [publishes(/^(?:copy|sync)/), destroys(/^delete/), online],
  crane: [publishes(/^(?:push|copy|tag)/), destroys(/^delete/), online],
  kubectl: [
    containers,
    online,
    sends(/^cp (?:-\S+ )*(?![\w./-]+:)|--from-(?:env-)?file\b/),
    destroys(/^(?:delete|drain|cordon|replace .*--force|rollout undo)\b|--replicas[= ]0/),
    tells(/^(?:get|describe|edit) (?:.* )?secrets?\b|^config view .*--raw/),
  ],
  oc: [containers, online, destroys(/^delete/)],
  helm: [containers, online, destroys(/^(?:uninstall|delete|del|un|rollback)\b/), publishes(/^push/)],
  'kind minikube': [containers, destroys(/^delete/)],
  vagrant: [containers, destroys(/^destroy/)],
  terraform: [
    online,
    destroys(/^destroy\b|-destroy\b|^state rm|^workspace delete|^taint/),
    runsCode,
    writes(/^(?:init|fmt|import)/),
  ],
  tofu: [online, destroys(/^destroy\b|-destroy\b|^state rm/), runsCode],
  terragrunt: [online, destroys(/destroy/), runsCode],
  pulumi: [online, destroys(/^(?:destroy|down|stack rm)/), runsCode],
  cdk: [online, destroys(/^destroy/), runsCode],
  sam: [online, destroys(/^delete/), runsCode],
  serverless: [online, destroys(/^remove/), runsCode],
  'aws gcloud gsutil az heroku fly flyctl doctl eksctl ibmcloud vercel netlify firebase wrangler': cloud,
  supabase: [...cloud, drops(/^db reset/)],
  'psql mysql mariadb mongo mongosh sqlcmd cqlsh clickhouse-client': sql,
  'sqlite3 duckdb exec source .': always('code-exec'),
  'redis-cli valkey-cli': [online, drops(/\b(?:flushall|flushdb|del|unlink|shutdown)\b/i)],
  'dropdb dropuser': always('db-destroy'),
  mysqladmin: [drops(/\bdrop\b/), online],
  pg_restore: [drops(/--clean|-c\b/), online],
  'django-admin': [drops(/^(?:flush|reset_db|sqlflush)\b|^migrate \S+ zero\b/), runsCode],
  rails: [drops(/db:(?:drop|reset|purge|truncate|migrate:reset|schema:load|seed:replant)/), runsCode],
  rake: [drops(/db:(?:drop|reset|purge|truncate|migrate:reset|schema:load)/), runsCode],
  prisma: [drops(/migrate reset|--force-reset|--accept-data-loss/), runsCode],
  sequelize: [drops(/db:drop|undo:all/), runsCode],
  knex: [drops(/rollback --all/), runsCode],
  alembic: [drops(/downgrade base/), runsCode],
  php: [drops(/artisan (?:migrate:(?:fresh|reset|refresh)|db:wipe)/), ...inline],
  'strace ltrace gdb lldb': debuggers,
  gcore: always('process-attach'),
  pfctl: [disables(/(?:^| )-[a-zA-Z]*[dF]/), ['config-tamper']],
  kill: [['mass-kill', /(?:^| )-- -|(?:^| )-\w+ -1\b|^-1$|(?:^| )-1 ?$|(?:^| )-\w+ -[0-9]+/], ['process-kill']],
  'killall killall5 pkill skill xkill taskkill': killer,
  fuser: [['mass-kill', /(?:^| )-[a-zA-Z]*k/]],
  'shutdown reboot halt poweroff': always('shutdown'),
  'init telinit': [['shutdown', /^[06]$/]],
  ufw: [disables(/\b(?:disable|reset|delete|allow|default allow)\b/), ['config-tamper']],
  'setenforce spctl aa-disable aa-teardown': always('security-disable'),
  iptables: [disables(/(?:^| )(?:-F|--flush|-X|-P \w+ ACCEPT|--policy \w+ ACCEPT|-D|--delete)/), ['config-tamper']],
  ip6tables: [disables(/(?:^| )(?:-F|--flush|-X|-P \w+ ACCEPT)/), ['config-tamper']],
  nft: [disables(/\b(?:flush|delete)\b/), ['config-tamper']],
  'firewall-cmd': [disables(/--panic-off|--remove|--add-port|--set-default-zone/), ['config-tamper']],
  csrutil: [disables(/disable/)],
  auditctl: [disables(/-e ?0|-D/)],
  history: [disables(/(?:^| )-[a-z]*[cd]/), writes(/(?:^| )-[a-z]*[aw]/)],
  unset: [disables(/HISTFILE|HISTSIZE/)],
  defaults: [tampers(/^(?:write|delete|import)/)],
  gsettings: [tampers(/^(?:set|reset)/)],
  sysctl: [tampers(/(?:^| )-w|=|-p/)],
  reg: [tampers(/^(?:add|delete|import)/i), persists(/\\Run\b/i)],
  date: [tampers(/(?:^| )(?:-[uR]*s|--set)/)],
  'hostnamectl timedatectl': [tampers(/set/)],
  'update-alternatives': always('config-tamper'),
  security: [tells(/^(?:find-(?:generic|internet)-password|dump-keychain|export)/)],
  'secret-tool': [tells(/^lookup/)],
  keyring: [tells(/^get/)],
  pass: [tells(/^(?:show|[^-\s]+$)/)],
  op: [tells(/^(?:read|item get|document get|get)/), online],
  bw: [tells(/^get/), online],
  vault: [tells(/^(?:kv get|read|token)/), online, destroys(/^(?:kv )?(?:delete|destroy)/)],
  sops: [tells(/(?:^| )(?:-d|--decrypt|decrypt)/), ['file-write']],
  'ansible-vault': [tells(/^(?:view|decrypt|edit)/)],
  gpg: [tells(/--export-secret|--decrypt|(?:^| )-d\b/)],
  eval: always('dynamic-code'),
  'node deno tsx ts-node perl lua': inline,
  ruby: [...inline],
  osascript: inline,
  python,
  'python2 python3 pypy': python,
  env: [['env-dump', /^(?:-0|--null)?$/]],
  printenv: [['env-dump', /^$/]],
  set: [['env-dump', /^$/], disables(/^\+o history/)],
  export: [['env-dump', /^(?:-p)?$/]],
  declare: [['env-dump', /^(?:-[a-z]*[px][a-z]*)?$/]],
  compgen: [['env-dump', /-v|-e/]],
  'make cmake ninja just task tox nox pytest jest vitest mocha ava playwright cypress tsc eslint prettier biome webpack vite rollup esbuild next turbo nx java javac gcc g++ clang rustc swift ruff mypy black ansible ansible-playbook':
    scriptRunner,
  'mkfs wipefs cfdisk gdisk sgdisk blkdiscard mkswap lvremove vgremove pvremove': always('disk-write'),
  'fdisk sfdisk parted': [formats(/^(?!-l\b|--list\b)/)],
  badblocks: [formats(/(?:^| )-[a-z]*w/)],
  hdparm: [formats(/--security-erase|--trim|--make-bad/)],
  diskutil: [formats(/erase|partition|zero|secureErase/i)],
  cryptsetup: [formats(/luksFormat|erase|luksErase/i)],
  zpool: [formats(/^(?:destroy|create|labelclear)/)],
  zfs: [formats(/^destroy/)],
};

export const commandRisks: ReadonlyMap<string, readonly CommandRisk[]> = byName(table);
