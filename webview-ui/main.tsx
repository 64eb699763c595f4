import { App } from './app';
import { start } from './mount';
import './styles/index.css';

start(<App />);
