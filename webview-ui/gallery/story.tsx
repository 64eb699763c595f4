import { App } from '../app';
import { mount } from '../mount';
import { RulesApp } from '../rules/app';
import { createFixture, type Fixture } from './host/fixture';
import { noRules } from './host/storyRules';
import { storyNamed } from './stories/all';
import { applyTheme } from './theme';
import '../chinese';
import '../styles/index.css';
import '../styles/rulesPanel.css';
import '../styles/rulesTable.css';
import '../styles/rulesPane.css';

declare global {
  interface Window {
    /** For the tests: the host behind this screen. */
    latchFixture?: Fixture;
    /** For the tests: what the editor does when a person chooses another theme. */
    latchTheme?: typeof applyTheme;
  }
}

const parameters = new URLSearchParams(window.location.search);
const name = parameters.get('story') ?? 'bash-waiting';
const story = storyNamed(name);
const root = document.getElementById('root');
if (root !== null) {
  applyTheme(parameters.get('theme'));
  window.latchTheme = applyTheme;
  if (story === undefined) {
    root.textContent = `There is no story "${name}".`;
  } else {
    const fixture = createFixture(
      { ...story.snapshot, language: parameters.get('language') ?? 'en' },
      { rules: noRules, ...story },
    );
    window.latchFixture = fixture;
    mount(root, fixture.transport, undefined, story.page === 'rules' ? <RulesApp /> : <App />);
  }
}
