/** Paths that are never approved without a person, and files that hold secrets. */

export const protectedFolders: readonly string[] =
  '.git .config/git .vscode .idea .husky .cargo .devcontainer .yarn .mvn .claude'.split(' ');

/** Where Latch keeps its rules, its record and its settings, wherever the editor has them. */
export const ownFiles: readonly RegExp[] = [
  /(^|\/)\.latch(\/|$)/,
  /(^|\/)(?:global|workspace)storage(\/|$)/,
  /(^|\/)\.local\/state\/latch(\/|$)/,
  /(^|\/)(?:user|machine)\/(?:profiles\/[^/]+\/)?(?:settings|keybindings)\.json$/,
  /\.code-workspace$/,
];

export const protectedFiles: ReadonlySet<string> = new Set(
  (
    '.gitconfig .gitmodules .bashrc .bash_profile .bash_login .bash_aliases .bash_logout .zshrc .zprofile .zshenv ' +
    '.zlogin .zlogout .profile .envrc .npmrc .yarnrc .yarnrc.yml .pnp.cjs .pnp.loader.mjs .pnpmfile.cjs bunfig.toml ' +
    '.bunfig.toml .bazelrc .bazelversion .bazeliskrc .pre-commit-config.yaml lefthook.yml lefthook.yaml .lefthook.yml ' +
    '.lefthook.yaml gradle-wrapper.properties maven-wrapper.properties .devcontainer.json .ripgreprc ' +
    'pyrightconfig.json .mcp.json .claude.json .kshrc .cshrc .tcshrc .xinitrc .xprofile .xsessionrc .inputrc ' +
    '.pam_environment authorized_keys authorized_keys2'
  ).split(' '),
);

/** Folders of the system: what lies there is obeyed by programs of everybody. */
export const systemPlace =
  /^\/(?:etc|usr|bin|sbin|lib|lib32|lib64|boot|System|Library|Applications|var\/spool|private\/etc)(?:\/|$)/;

/** Below the home: settings, keys and programs of the person. What is only kept there for speed is not among them. */
export const homePlace =
  /^(?:\.(?!cache(?:\/|$)|npm\/_|Trash(?:\/|$)|local\/share\/Trash(?:\/|$))|bin\/|Library\/(?!Caches\/))/;

export const sensitiveFiles: readonly RegExp[] = [
  /(^|\/)\.env(?:rc)?(?:[._-](?!(?:example|sample|template|dist|defaults)(?:\/|$))[^/]*)?(?:\/|$)/,
  // Not the folders of versions and packages, such as `.venv`.
  /(^|\/)\.(?!(?:v|py|rb|nod|j|go|pl|dir|virtual)env$)\w+env(?:rc)?(?:[._-](?!(?:example|sample|template|dist|defaults)$)[^/]*)?$/,
  /(^|\/)[^/.][^/]*\.env~?$/,
  /(^|\/)\.env~$/,
  /(^|\/)\.(?:dev|prod)\.vars$/,
  /\.tfvars(\.json)?$/,
  /(^|\/)\.(ssh|aws|gnupg|kube)(\/|$)/,
  /(^|\/)\.docker\/config\.json$/,
  /(^|\/)\.(netrc|npmrc|pypirc|git-credentials|htpasswd|pgpass|my\.cnf|vault-token|\w+_history|s3cfg|boto|terraformrc|databrickscfg|authinfo|fetchmailrc|msmtprc|mailrc|kubeconfig|rclone\.conf)$/,
  /(^|\/)(?:_netrc|kubeconfig|rclone\.conf|application_default_credentials\.json|secring\.gpg|_viminfo)$/,
  /(^|\/)\.(?:composer|config\/composer)\/auth\.json$/,
  /(^|\/)\.(?:azure|config\/rclone|snowsql)(\/|$)/,
  /(^|\/)id_(rsa|dsa|ecdsa|ed25519)(?:_sk)?(\.(?!pub$)[^/]*)?$/,
  /(^|\/)ssh_host_\w+_key$/,
  /(^|\/)\w+_(?:rsa|dsa|ecdsa|ed25519)$/,
  /\.(pem|key|p8|pk8|p12|pfx|kdbx|jks|keystore|keyring|ppk|ovpn|1pux|keychain(-db)?|kubeconfig|secret)$/,
  /(^|\/)client_secret[^/]*\.json$/,
  /(?:^|[/_-])(?:rootkey|accesskeys|credentials|passwords?)\.csv$/,
  /(^|\/)(?:bitwarden|lastpass|1password|keepass)[\w-]*\.(?:json|csv|xml)$/,
  /(^|\/)\.(?:dockercfg|passwd|token|vault_pass(?:word)?(?:\.txt)?|lesshst)$/,
  /(^|\/)(?:passwords?|passwd|token|mnemonic)\.txt$/,
  /(^|\/)(?:vault\.ya?ml|wp-config\.php|logins\.json|key[34]\.db|keystore\.json|token\.json)$/,
  /(^|\/)\.?(credentials|secrets?)(\.(json|ya?ml|toml|ini|txt|enc))?$/,
  /[_.-](?:credentials|secrets?)\.(?:json|ya?ml|toml|ini|txt|enc)$/,
  /(^|\/)(?:credentials\.tfrc\.json|(?:credentials|secrets?)\.ya?ml\.enc)$/,
  /(^|\/)service[_-]?account[^/]*\.json$/,
  /adminsdk[^/]*\.json$/,
  /(?:private|secret|access|api|deploy|signing|encryption|ssh|gcp|gcloud|firebase|azure|aws|service)[_-]?keys?(?:\.(?:json|ya?ml|txt|asc|enc))?$/,
  /(?:^|[/_-])(?:oauth|access|refresh|bearer)[_-]?(?:tokens?|creds)(?:\.(?:json|txt|ya?ml))?$/,
  /(^|\/)\.[\w-]+\/(?:auth|oauth_creds)\.json$/,
  /(?:^|[/_-])recovery[_-]codes?\.txt$/,
  /(^|\/)(?:local\.settings\.json|kube-?config\.ya?ml|wallet\.dat|kaggle\.json|s?ftp(?:-config)?\.json|keyfile\.json|appsettings\.production\.json|(?:key|keystore|signing)\.properties|vault[_-]password(?:\.txt)?|shadow(?:\.bak)?|cookies\.(?:txt|sqlite)|login data)$/,
  /(^|\/)\.(?:sentryclirc|dockerconfigjson|ftpconfig|huggingface\/token|wgetrc|curlrc|yarnrc\.yml|password-store|m2\/settings\.xml|gradle\/gradle\.properties)(?:\/|$)/,
  /(^|\/)(?:wg\d+|wireguard)\.conf$/,
  /\.tfstate(\.backup)?$/,
  /^\/etc\/(shadow|gshadow|sudoers)/,
  /^\/proc\/[^/]+\/(environ|mem|cmdline)$/,
  /(^|\/)\.git\/config$/,
  /(^|\/)\.config\/(gh|gcloud|git\/credentials)(\/|$)/,
  /(^|\/)\.claude\/\.credentials\.json$/,
  /(^|\/)\.claude\.json$/,
];

/** Names a glob may end in without meeting a secret. */
export const harmlessExtension =
  /\.(?:c|cc|cfg|conf|cpp|cs|css|csv|go|h|hpp|html?|java|js|json|jsx|kt|less|lock|log|lua|md|mjs|cjs|php|py|rb|rs|rst|scss|sh|sql|svg|swift|toml|ts|tsv|tsx|txt|vue|xml|ya?ml)$/;

/** Variables that may precede a command that a rule allows, with a literal value. */
const safeVariables = new Set(
  (
    'NODE_ENV CI TZ LANG LANGUAGE NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE COLUMNS LINES TERM DEBUG RUST_LOG ' +
    'RUST_BACKTRACE PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE GOOS GOARCH CGO_ENABLED CARGO_TERM_COLOR npm_config_loglevel ' +
    'GIT_OPTIONAL_LOCKS GIT_TERMINAL_PROMPT'
  ).split(' '),
);

export function isSafeVariable(name: string): boolean {
  return safeVariables.has(name) || /^LC_[A-Z]+$/.test(name);
}

/** Whether a variable with this value changes nothing but how a program speaks: a pager that only hands on is none. */
export function isSafeAssignment(name: string, value: string | undefined): boolean {
  if (value === undefined) return false;
  if (/^(?:GIT_)?PAGER$/.test(name)) return value === 'cat' || value === '';
  return isSafeVariable(name) && /^[\w.,:/@+-]*$/.test(value);
}
