/** Statements and commands for the shells of databases that open no file beside the database, and start nothing. */

const reaching =
  /\\|\b(?:readfile|writefile|load_extension|load_file|edit|attach|vacuum|zipfile|fsdir|sqlar_\w+|fts3_tokenizer|lo_\w+|pg_read\w*|pg_ls\w*|copy|program|system|source|pager|infile|outfile|dumpfile|local|xp_\w+)\b/i;
const dotted =
  /^\s*\.(?!(?:tables|schema|indexes|indices|databases|headers?|mode|width|nullvalue|quit|exit|help|show|dbinfo)\b)[a-z]/im;

export function isContainedSql(code: string): boolean {
  return !reaching.test(code) && !dotted.test(code);
}
