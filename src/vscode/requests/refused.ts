/** Why something that a person asked for was not done; told to whoever asked. Nothing has been written anywhere. */
export class Refused extends Error {
  override readonly name = 'Refused';
}
