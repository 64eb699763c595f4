import type { SessionUpdate } from '../src/core/rpc';
import { mount } from './mount';
import { readUpdate } from './readUpdate';
import { vsCodeTransport } from './transport';
import './styles/index.css';

/** The snapshot that the host put into the page for the first paint. */
function initialUpdate(): SessionUpdate | undefined {
  const text = document.getElementById('initial')?.textContent;
  if (text === undefined || text === null || text === '') return undefined;
  return readUpdate({ type: 'snapshot', snapshot: JSON.parse(text) });
}

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id "root".');
mount(root, vsCodeTransport(), initialUpdate());
