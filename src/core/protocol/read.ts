/**
 * Reads what a webview sent. Whatever is not exactly of its form is an error to the sender, with the field that is wrong,
 * and goes no further.
 */
export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };
