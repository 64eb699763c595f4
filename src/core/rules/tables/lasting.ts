import { byName } from './byName';
import { inertPrograms } from './inert';
import { safeCommands } from './safeCommands';

/** What changes settings, credentials, access or what starts by itself: the first words behind a program and its global options. */

const keys = /^(?:config|conf|c) (?:-\S+ )*(?:set|delete|rm|edit|fix|unset|import)\b/;
const signs = /^(?:login|logout|adduser|add-user|signin|sign-in)\b/;

function either(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'i');
}

const nodePackages = either(
  keys,
  signs,
  /^(?:npm )?set\b|^plugin (?:import|remove)\b|^npm (?:login|logout)\b|^(?:pkg set |set-script )(?:.* )?(?:scripts\b|\w*install\b)/,
  /^(?:token|profile|hook|owner|author|access|team|org|trust)(?! (?:ls|list|get|help)\b)(?: |$)/,
);
const pip = /^config (?:-\S+ )*(?:set|edit|unset)\b/;
const containers =
  /^(?:login|logout)\b|^(?:context (?:use|create|rm|update|import)|plugin (?:install|enable|disable|set|upgrade|create|rm)|trust (?:key|signer|sign|revoke)|swarm (?:init|join|leave|update|ca|unlock)|config (?:create|rm)|secret (?:create|rm)|buildx (?:create|use|rm)|machine (?:init|set|rm))\b/;
const cluster =
  /^config (?:set|use|unset|delete|rename)|^(?:create|delete|edit|patch|apply) (?:.* )?(?:clusterrole|role|rolebinding|clusterrolebinding|serviceaccount|secret|token)s?\b|^auth (?:reconcile|can-i --as)|^certificate (?:approve|deny)|^(?:login|logout|policy|adm policy)\b|^create token\b/;
const cloud = either(
  signs,
  /^(?:configure|config)(?! (?:get|list|show|describe)\b| --list| -l)(?: |$)|^config:(?:set|unset|edit|add|remove)|^(?:sso|auth|account|accounts|authorizations|oauth)[ :](?!list|ls|show|status|describe|print|whoami|help|get)/,
  /^(?:iam|kms|organizations|sts|ram|sso-admin|identitystore|cognito-idp) (?:create|attach|put|add|delete|detach|update|set|upload|tag|enable|disable|reset|change|remove|assume|deactivate|accept|admin)-/,
  /\b(?:put|set|add|remove|delete|update|attach)-(?:\w+-){0,6}(?:policy|policies|acl|permission|permissions|binding|access-block)\b|\b(?:secretsmanager|secrets) (?:create|put|update|delete|add|versions add)|\bssm put-parameter\b|\bservice-accounts? (?:keys )?(?:create|delete|add|set)/,
  /^(?:role|ad|keyvault|identity)\b.*\b(?:create|delete|update|reset|set|add|set-policy|delete-policy)\b|^extension (?:add|remove|update)/,
  /^(?:env|envs|secret|secrets|variable|variables|keys?|access|members?|teams?|tokens?|plugins?|certs|domains|functions:(?:config|secrets))[ :](?!list|ls|get|info|show|help)\w+/,
  /^(?:link|unlink|switch|use)\b|^eks update-kubeconfig\b|^container clusters get-credentials\b|^aks get-credentials\b/,
);
const extensions =
  /(?:^| )--(?:un)?install-extension\b|(?:^| )--(?:update-extensions|add-mcp|enable-proposed-api)\b|^(?:tunnel|ext install)\b/;
const agents =
  /^(?:config|mcp|plugins?|extensions?|skills?|hooks?)(?! (?:list|ls|get|show|help)\b) \S|^(?:login|logout|setup-token|install|auth)\b|--dangerously-|--yolo\b/;
const versions =
  /^(?:global|default|alias default|override (?:set|unset)|toolchain (?:link|install|uninstall)|self\b|set\b|pin|use (?:.* )?(?:-g|--global|--default)|settings? (?:set|add|unset)|trust|plugins? (?:-\S+ )*(?:add|install|link|remove|update|rm)|plugin-add|shims?|enable|disable|prepare|link)\b/;

const table: Readonly<Record<string, RegExp>> = {
  'npm pnpm yarn bun': nodePackages,
  'pip pip3 pipx': pip,
  'python python3 python2': /^-m pip config (?:-\S+ )*(?:set|edit|unset)\b|^-m keyring (?:set|del)/,
  cargo: /^(?:login|logout)\b|^owner (?:.* )?(?:-a|-r|--add|--remove)/,
  go: /^env (?:-\S+ )*-[wu]\b|^telemetry (?:on|off|local)\b/,
  'docker podman nerdctl buildah skopeo crane': containers,
  'kubectl oc': cluster,
  'kubectx kubens': /^[^-\s]|^-$/,
  helm: /^(?:repo (?:add|remove|rm|update)|plugin (?:install|uninstall|remove|update|add)|registry (?:login|logout))\b/,
  'gh glab hub tea': either(
    /^(?:auth (?:login|logout|setup-git|refresh|switch|git-credential)|config (?:set|edit|clear-cache)|alias (?:set|import|delete)|(?:extension|ext|extensions) (?:install|upgrade|remove|create|exec))\b/,
    /^(?:secret|variable|ssh-key|gpg-key|token|deploy-key) (?:set|add|create|delete|remove|update|revoke|rotate|import)\b|^repo (?:edit (?:.* )?--(?:visibility|enable|default|delete|allow)|deploy-key (?:add|delete)|transfer)/,
    /^api (?=.*(?:-X|--method)[= ]?(?:PUT|POST|PATCH|DELETE)|.*(?: -[fF]\b| --(?:raw-)?field\b| --input\b)).*(?:collaborators|keys|hooks|secrets|variables|members|memberships|teams|permissions|protection|rulesets|invitations|installations|environments)/,
  ),
  git: either(
    /^config\b(?!.* --?(?:get|list|get-all|get-regexp|l)\b).* ?--(?:global|system|edit|rename-section|remove-section|unset)|^config (?:edit|unset|rename-section|remove-section|-e)\b|^config (?:.* )?-e\b/,
    /^config (?:(?:set|--\S+) )*(?:(?:-f|--file) \S+ )(?:set )?\S+ \S|^config (?:(?:set|--\S+) )*(?:http\.\S*sslverify|url\.|include|includeif|core\.(?:hookspath|fsmonitor|sshcommand|worktree|gitproxy|askpass|attributesfile)|credential|safe\.|remote\.\S+\.(?:push)?url)\S* \S/,
    /^remote set-url\b|^submodule set-url\b|^credential(?:-\w+)? (?:approve|reject|store|erase)\b|^(?:credential-store|credential-cache)\b|^(?:init|clone) (?:.* )?--template|^lfs install\b|^maintenance (?:start|register|stop|unregister)\b|^(?:crypt|secret) /,
  ),
  hg: /^config (?:.* )?(?:-e|--edit|-l|--local|-g|--global)\b/,
  jj: /^config (?:set|edit|unset)\b/,
  composer: /^config (?!-l|--list|--absolute)(?:-\S+ )*\S+ \S|^config (?:.* )?(?:--editor|-e|--unset)\b|^global\b/,
  gem: /^(?:signin|signout|owner|cert)\b|^sources (?:.* )?(?:-a|-r|-c|--add|--remove|--clear|--update)/,
  bundle: /^config (?:set|unset)\b|^config (?:--\S+ )*[\w.]+ \S/,
  poetry: /^config (?!--list|--migrate)(?:--\S+ )*\S+ \S|^config (?:.* )?--unset\b|^self\b/,
  'conda mamba': /^config (?:.* )?--(?:add|set|remove|append|prepend|write-default)|^init\b/,
  'terraform tofu': signs,
  'aws gcloud gsutil az heroku fly flyctl doctl eksctl ibmcloud vercel netlify firebase wrangler supabase railway render stripe pulumi sentry-cli':
    cloud,
  'code code-insiders cursor codium windsurf': extensions,
  'claude codex gemini latch': agents,
  direnv: /^(?:allow|permit|grant|deny|revoke|edit|block)\b/,
  'asdf mise rtx rustup nvm pyenv rbenv nodenv goenv jenv tfenv fnm volta corepack sdk n': versions,
  husky: /^/,
  'pre-commit': /^(?:install|uninstall|init-templatedir|autoupdate)\b/,
  lefthook: /^(?:install|uninstall|add)\b/,
  'simple-git-hooks': /^/,
  dotnet:
    /^(?:nuget (?:add|update|remove|enable|disable|trust)|user-secrets (?:set|remove|clear|init)|dev-certs|workload config)\b/,
  brew: /^(?:tap \S|untap|services (?:start|run|restart|stop|cleanup)|analytics (?:on|off))/,
  'apt apt-get dnf yum zypper snap flatpak':
    /^(?:edit-sources|config-manager|addrepo|ar |removerepo|set \S|connect |remote-(?:add|modify|delete))/,
  'add-apt-repository apt-add-repository apt-key dpkg-reconfigure debconf-set-selections update-ca-certificates update-alternatives alternatives':
    /^/,
  'ssh-keygen': /^(?!.*(?:^| )-[lyBFHLYQE]\w*)/,
  'ssh-copy-id': /^/,
  'ssh-add': /^(?!-[lLqvT]+$)/,
  'gpg gpg2':
    /--(?:import|edit-key|delete|gen|full-gen|generate|full-generate|quick|lsign|sign-key|recv|receive|refresh|change-pin|passwd|import-ownertrust|update-trustdb|card-edit)/,
  'chsh chfn passwd chpasswd vipw vigr visudo usermod useradd userdel adduser deluser groupadd groupmod gpasswd groupdel setcap':
    /^(?!-S\b|--status\b|--help\b|--version\b)/,
  crontab: /^(?!(?:-u \S+ )?-l\b)/,
  'at batch anacron': /^(?!-[lc]\b)/,
  'xdg-mime xdg-settings': /^(?:default|set)\b/,
  'dconf kwriteconfig5 kwriteconfig6 localectl hostnamectl timedatectl networksetup scutil nvram systemsetup':
    /^(?!read|list|dump|status|show|get|-get|-list|--get|-p\b|help|$)/,
  'keytool certutil trust security':
    /(?:^| )-(?:import\w*|delete|genkey\w*|storepasswd|keypasswd|A|D|M|N|S|W)\b|^(?:add-|delete-|set-|import|unlock|create-|authorizationdb|anchor)/,
  'secret-tool keyring': /^(?:store|clear|set|del)\b/,
  pass: /^(?:insert|add|generate|rm|remove|delete|edit|mv|cp|init|git)\b/,
  'op bw lpass':
    /^(?:signin|signout|login|logout|unlock|(?:item|document|vault|user|group) (?:create|edit|delete|grant|revoke)|create|edit|delete)\b/,
  vault:
    /^(?:login|write|delete|policy (?:write|delete)|auth (?:enable|disable)|secrets (?:enable|disable)|token (?:create|revoke)|kv (?:put|patch|delete|destroy))\b/,
  'pm2 supervisorctl forever': /^(?:startup|unstartup|save|resurrect|reread|update|add|install)\b/,
  'ngrok cloudflared tailscale':
    /^(?:config (?:add|edit|upgrade)|authtoken|login|logout|up|set|serve|funnel|service (?:install|uninstall)|tunnel (?:login|create|route))\b/,
  nmcli:
    /^(?:c|con|connection|d|dev|device|n|networking|r|radio|g|general) \w*(?:add|modify|delete|up|down|connect|disconnect|on|off|hostname|edit|import)/,
  'nix-channel': /--(?:add|remove|update)/,
  'xcode-select': /^(?:-s|--switch|-r|--reset|--install)\b/,
};

const changes = byName(table);

/** What any program calls that of which no list here says more. */
const usual =
  /^(?:-\S+ )*(?:(?:config|conf|cfg|settings?|configure|pref(?:erence)?s?|alias|auth|credentials?|creds|secrets?|tokens?|keys?|ssh-keys?|hooks?|plugins?|extensions?|sources?|registry|registries|profiles?|contexts?|trust|variables?|vars|users?|roles?|polic(?:y|ies)|permissions?|access|acl)[ :-](?:\S+ )?(?:set|add|edit|create|put|update|unset|remove|rm|delete|del|import|install|use|enable|disable|grant|revoke|attach|login|store|write|save|init)\b|(?:login|logout|signin|sign-in|authenticate|adduser)(?: |$))/;

/** These take the name of a task, a test or a file, whatever it says: a folder may be called `login`. */
const takesAnyName: ReadonlySet<string> = new Set([
  ...'make gmake just task rake npx bunx pnpx uvx tox nox invoke ant mvn gradle gradlew bazel ninja cmake pytest jest vitest mocha ava rspec man'.split(
    ' ',
  ),
  ...inertPrograms,
  ...Object.keys(safeCommands).filter(name => safeCommands[name]?.form === undefined),
]);

const longestLine = 5000;

/** Whether a program is told to change settings, credentials, access or what starts by itself. */
export function changesSettings(program: string, line: string): boolean {
  const known = changes.get(program);
  // Behind so much that nobody reads may stand what matters.
  if (known && line.length > longestLine) return true;
  return known ? known.test(line) : !takesAnyName.has(program) && usual.test(line.slice(0, longestLine));
}
