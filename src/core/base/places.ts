/** The names of the places of a template: `No rule allows {what}.` has one, `what`. Braces around blanks are text. */
export type Places<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string} ${string}` ? never : Name) | Places<Rest>
  : never;

/** Puts values into the places of a template. They are put in as they are and never read as a template again. */
export function fillPlaces(template: string, valueOf: (name: string) => string | undefined): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => valueOf(name) ?? whole);
}
