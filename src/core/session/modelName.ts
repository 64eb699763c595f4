/** A model's id as people say it: `claude-opus-5-5` is "Opus 5.5". Whatever is named otherwise keeps its name. */
export function shortModelName(id: string): string {
  const found = /^(?:[\w.-]+[./])?claude-([a-z]+)-(\d+)(?:-(\d{1,2}))?(?:-\d{8})?(?:[-@:][\w.:-]*)?(\[1m\])?$/.exec(id);
  if (!found) return id;
  const [, family = '', major, minor, long] = found;
  const version = minor === undefined ? major : `${major}.${minor}`;
  return `${family.charAt(0).toUpperCase()}${family.slice(1)} ${version}${long ? ' 1M' : ''}`;
}
