/** One line of `perl` that prints and replaces, as far as it is known here. */

/** No code in braces, and no variable but those of a match, stands in a pattern or a text. */
const pattern = String.raw`(?:[^/\\$@(\n]|\\[^\n@$]|\$(?=\/|\)|\|)|\((?!\*|\?[^:=!<]|\?<[^=!]))+`;
const text = String.raw`(?:[^/\\$@\n]|\\[nt./]|\$[0-9&](?![\w[{(-]))*`;
const value = String.raw`(?:\$_|\$[0-9.&]|\$F\[[0-9]+\]|[0-9]+|"(?:[^"\\$@\n]|\\[nt]|\$[0-9_.](?![\w[{(-]))*"|'[^'\\\n]*')`;
const condition = String.raw`(?:!?\/${pattern}\/i?|\$\. ?(?:==|!=|<=?|>=?) ?[0-9]+|[0-9]+ ?\.\. ?[0-9]+)`;
const statement = new RegExp(
  String.raw`^\s*(?:print(?: ?${value}(?:\s*[,.]\s*${value})*)?|s\/${pattern}\/${text}\/[gimsx]*|next|last|${condition})` +
    String.raw`(?: (?:if|unless) ${condition})?\s*(?:;|$)`,
);

export function isContainedPerl(code: string): boolean {
  let rest = code;
  while (rest.trim() !== '') {
    const found = statement.exec(rest);
    if (!found) return false;
    rest = rest.slice(found[0].length);
  }
  return true;
}
