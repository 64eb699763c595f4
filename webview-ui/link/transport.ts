/** What carries messages to the host and keeps a little state for the next life of the page. */
export interface WebviewTransport {
  post(message: unknown): void;
  /** `receive` gets every message of the host; called once. */
  listen(receive: (message: unknown) => void): void;
  load(): unknown;
  save(state: unknown): void;
}

interface VsCodeApi {
  readonly postMessage: (message: unknown) => void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

export function vsCodeTransport(): WebviewTransport {
  const api = acquireVsCodeApi();
  const { postMessage: post } = api;
  return {
    post,
    listen: receive => window.addEventListener('message', event => receive(event.data)),
    load: () => api.getState(),
    save: state => api.setState(state),
  };
}
