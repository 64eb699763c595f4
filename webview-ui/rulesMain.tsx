import { start } from './mount';
import { RulesApp } from './rules/app';
import './styles/rulesPage.css';

start(<RulesApp />);
