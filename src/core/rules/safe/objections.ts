import { say } from '../../texts/sentence';

/** Why a command is not known to be read-only, where several looks at it say the same. */
export const noFolder = say('The folder it runs in is not known.');
export const tooMany = say('There are more files than can be looked at.');
export const unknownPart = say('A part of the arguments is not known.');
export const unknownForm = say('These arguments are not known to be read-only.');
