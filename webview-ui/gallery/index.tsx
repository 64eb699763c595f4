import { stories } from './stories/all';
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import './index.css';

const choices = {
  theme: ['dark', 'light', 'contrast', 'contrast-light'],
  language: ['en', 'zh-cn'],
  width: ['300', '380', '600', '960'],
} as const;

/** Every screen of the webview by its name, side by side. */
function Gallery(): ReactNode {
  const [theme, setTheme] = useState('dark');
  const [language, setLanguage] = useState('en');
  const [width, setWidth] = useState('380');
  const [search, setSearch] = useState('waiting');
  const shown = stories.filter(story => story.name.includes(search) || story.group.includes(search));
  return (
    <>
      <header>
        <h1>Latch gallery</h1>
        <Choice label="Theme" value={theme} values={choices.theme} onChange={setTheme} />
        <Choice label="Language" value={language} values={choices.language} onChange={setLanguage} />
        <Choice label="Width" value={width} values={choices.width} onChange={setWidth} />
        <label>
          Search <input value={search} onChange={event => setSearch(event.target.value)} />
        </label>
        <span>
          {shown.length} of {stories.length}
        </span>
      </header>
      <main>
        {shown.map(story => {
          const address = `story.html?${new URLSearchParams({ story: story.name, theme, language }).toString()}`;
          return (
            <figure key={story.name}>
              <figcaption>
                <a href={address}>{story.name}</a>
              </figcaption>
              <iframe
                title={story.name}
                src={address}
                loading="lazy"
                sandbox="allow-scripts"
                style={{ width: `${width}px` }}
              />
            </figure>
          );
        })}
      </main>
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly values: readonly string[];
  readonly onChange: (value: string) => void;
}

function Choice({ label, value, values, onChange }: ChoiceProps): ReactNode {
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={event => onChange(event.target.value)}>
        {values.map(each => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  );
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Gallery />);
