/** The language of `jq`, as far as it is known here: a filter that calls anything else may read more than its input. */

const functions = new Set(
  (
    'not empty error length utf8bytelength keys keys_unsorted values has in map map_values path paths leaf_paths del ' +
    'getpath setpath delpaths pick to_entries from_entries with_entries select recurse recurse_down add any all flatten ' +
    'range floor ceil round trunc sqrt pow log log2 log10 exp exp2 exp10 fabs abs tostring tonumber toarray type ' +
    'infinite nan isinfinite isnan isnormal isvalid sort sort_by group_by min max min_by max_by unique unique_by ' +
    'reverse contains inside startswith endswith combinations ltrimstr rtrimstr trimstr trim ltrim rtrim explode ' +
    'implode split join ascii ascii_downcase ascii_upcase while repeat until input inputs index rindex indices first ' +
    'last nth limit skip isempty tojson fromjson todate fromdate now date dateadd datesub strptime strftime ' +
    'strflocaltime mktime gmtime localtime todateiso8601 fromdateiso8601 test match capture scan splits sub gsub walk ' +
    'transpose bsearch tostream fromstream truncate_stream objects iterables booleans numbers normals finites strings ' +
    'nulls arrays scalars null true false significand logb gamma halt input_line_number IN INDEX'
  ).split(' '),
);
/** A definition of one of these would hold only where it stands. */
const reaching = new Set('env modulemeta get_search_list input_filename halt_error debug stderr'.split(' '));
const keywords = new Set('if then elif else end as def reduce foreach try catch label break and or __loc__'.split(' '));

/** Whether a backslash carries a comment on to the next line depends on the version, so there is none in it. */
const space = /\s+|#[^\n\\]*/y;
const field = /\.[A-Za-z_]\w*/y;
const variable = /\$[A-Za-z_]\w*/y;
const format = /@[a-z0-9]+/y;
const number = /(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y;
const word = /[A-Za-z_]\w*/y;
const operator = /\.\.|\?\/\/=?|\/\/=?|\|=|[-+*/%=!<>]=|[-+*/%=<>?|,;:.()[\]{}]/y;
const plainString = /(?:[^"\\]|\\[^(])*/y;

/** Nothing but its input: no environment, no modules, no other files. */
export function isReadOnlyJq(filter: string): boolean {
  const own = new Set<string>();
  for (const [, name = '', parameters = ''] of filter.matchAll(/\bdef\s+([A-Za-z_]\w*)\s*(?:\(([^()]*)\))?/g)) {
    for (const one of [name, ...parameters.split(';')]) own.add(one.trim());
  }
  if ([...own].some(name => reaching.has(name))) return false;
  return afterFilter(filter, 0, name => functions.has(name) || own.has(name), false) === filter.length;
}

/** Reads up to the end, or to the parenthesis that ends an interpolation, and says where that is; -1 for not understood. */
function afterFilter(filter: string, from: number, isKnown: (name: string) => boolean, closed: boolean): number {
  const open: string[] = [];
  let before = '';
  for (let at = from; at < filter.length; ) {
    const blank = matched(space, filter, at);
    if (blank !== undefined) {
      at += blank.length;
      continue;
    }
    if (filter.charAt(at) === '"') {
      at = afterString(filter, at + 1, isKnown);
      if (at < 0) return -1;
      before = '"';
      continue;
    }
    const token = tokenAt(filter, at, isKnown, isKey(before, open.at(-1)));
    if (token === undefined) return -1;
    if (token === ')' && open.length === 0) return closed ? at : -1;
    if (/^[([{]$/.test(token)) open.push(token);
    else if (/^[)\]}]$/.test(token) && open.pop() !== opening[token]) return -1;
    before = token;
    at += token.length;
  }
  return !closed && open.length === 0 ? filter.length : -1;
}

const opening: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

function isKey(before: string, open: string | undefined): boolean {
  return open === '{' && (before === '{' || before === ',');
}

function tokenAt(filter: string, at: number, isKnown: (name: string) => boolean, isName: boolean): string | undefined {
  for (const pattern of [field, format, number, operator]) {
    const text = matched(pattern, filter, at);
    if (text !== undefined) return text;
  }
  const held = matched(variable, filter, at);
  if (held !== undefined) return /^\$(?:ENV|__prog_args)$/.test(held) ? undefined : held;
  const text = matched(word, filter, at);
  if (text === undefined) return undefined;
  return isName || keywords.has(text) || isKnown(text) ? text : undefined;
}

/** `"… \(filter) …"`. */
function afterString(filter: string, from: number, isKnown: (name: string) => boolean): number {
  let at = from;
  for (;;) {
    at += matched(plainString, filter, at)?.length ?? 0;
    if (filter.charAt(at) === '"') return at + 1;
    if (!filter.startsWith('\\(', at)) return -1;
    const end = afterFilter(filter, at + 2, isKnown, true);
    if (end < 0) return -1;
    at = end + 1;
  }
}

function matched(pattern: RegExp, filter: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(filter)?.[0];
}
