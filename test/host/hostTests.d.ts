/** All *.test.ts files of this folder; the bundler puts them together. */
declare module 'latch:host-tests' {}
