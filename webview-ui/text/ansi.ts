/** A piece of what a terminal printed, in one way of drawing. */
export interface Printed {
  readonly text: string;
  /** Of the sixteen colours of a terminal, by its name in the theme; every other colour is left out. */
  readonly colour?: string;
  readonly bold?: true;
  readonly faint?: true;
  readonly underline?: true;
}

interface Look {
  colour?: string | undefined;
  bold: boolean;
  faint: boolean;
  underline: boolean;
}

const names = ['Black', 'Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan', 'White'];
const escape = '\u001b';
const bell = '\u0007';
/** What follows the escape of a command of a terminal; all but those that end in `m` moves, asks or clears. */
const command = /^\[([0-9;:]{0,100})([@-~])|^\[[ -?]{0,200}[@-~]?|^[ -/]{0,4}[0-~]?/;
/** Titles, links and the like: a text of their own, up to its end. */
const ownText = /^[\]PX^_]/;
/** More than this many pieces are not coloured one by one. */
const mostPieces = 4000;

/** What a terminal would show in the end, with its colours. A line that was drawn over keeps its last drawing. */
export function printed(text: string): readonly Printed[] {
  const pieces: Printed[] = [];
  const look: Look = { bold: false, faint: false, underline: false };
  const [before = '', ...parts] = overdrawn(text).split(escape);
  const rest: string[] = [];
  const put = (words: string): void => {
    if (words === '') return;
    if (pieces.length < mostPieces) pieces.push(piece(words, look));
    else rest.push(words);
  };
  put(before);
  for (const part of parts) put(obeyed(part, look));
  if (rest.length > 0) pieces.push({ text: rest.join('') });
  return pieces;
}

/** Obeys what stands behind an escape where it is a colour or a weight, and gives the words behind it. */
function obeyed(part: string, look: Look): string {
  if (ownText.test(part)) {
    const end = part.indexOf(bell);
    return end === -1 ? '' : part.slice(end + 1);
  }
  const [all = '', codes = '', end] = command.exec(part) ?? [];
  if (end === 'm') obey(look, codes);
  return part.slice(all.length);
}

/** What stands before a carriage return was drawn over, as progress bars do. */
function overdrawn(text: string): string {
  if (!text.includes('\r')) return text;
  return text.replaceAll('\r\n', '\n').split('\n').map(lastDrawing).join('\n');
}

/** What stands behind the last return that is not at the end of the line. */
function lastDrawing(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r') end -= 1;
  return line.slice(line.slice(0, end).lastIndexOf('\r') + 1);
}

function piece(text: string, { colour, bold, faint, underline }: Look): Printed {
  return {
    text,
    ...(colour === undefined ? {} : { colour }),
    ...(bold ? { bold } : {}),
    ...(faint ? { faint } : {}),
    ...(underline ? { underline } : {}),
  };
}

function obey(look: Look, codes: string): void {
  const numbers = codes.split(/[;:]/).map(Number);
  for (let at = 0; at < numbers.length; at += 1) {
    const code = numbers[at] ?? 0;
    if (code === 0) Object.assign(look, { colour: undefined, bold: false, faint: false, underline: false });
    else if (code === 1) look.bold = true;
    else if (code === 2) look.faint = true;
    else if (code === 4) look.underline = true;
    else if (code === 22) Object.assign(look, { bold: false, faint: false });
    else if (code === 24) look.underline = false;
    else if (code === 39) look.colour = undefined;
    else if (code >= 30 && code <= 37) look.colour = `ansi${names[code - 30] ?? ''}`;
    else if (code >= 90 && code <= 97) look.colour = `ansiBright${names[code - 90] ?? ''}`;
    // A colour of 256, or of all: what follows are its numbers.
    else if (code === 38 || code === 48) at += numbers[at + 1] === 5 ? 2 : 4;
  }
}
