import { start } from '../mount';
import { RulesApp } from './app';
import '../styles/rulesPage.css';

start(<RulesApp />);
