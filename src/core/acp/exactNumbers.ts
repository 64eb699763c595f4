/**
 * JSON in which whole numbers that JavaScript would round are texts. An agent over ACP runs its own input, and what a person
 * reads and decides has to be that to the last digit: two of its numbers would be one here.
 */
export function exactNumbers(json: string): string {
  if (!/\d{16}|\d[eE]/.test(json)) return json;
  let exact = '';
  let kept = 0;
  let isText = false;
  for (const { 0: token, index } of json.matchAll(/"|\\.|-?\d[\d.eE+-]*/g)) {
    if (token === '"') isText = !isText;
    else if (!isText && !token.startsWith('\\') && isRounded(token)) {
      exact += `${json.slice(kept, index)}"${token}"`;
      kept = index + token.length;
    }
  }
  return exact + json.slice(kept);
}

function isRounded(token: string): boolean {
  const number = Number(token);
  return /^-?\d+$/.test(token) ? !Number.isSafeInteger(number) : !Number.isFinite(number) && !Number.isNaN(number);
}
