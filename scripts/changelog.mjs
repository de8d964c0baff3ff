// The lines of a CHANGELOG: the text of each changeset for its readers, without commits and inner dependencies.
// A text that begins with a heading is a section; any other is one item.
export default {
  getReleaseLine: ({ summary }) =>
    summary.startsWith('#') ? `${summary}\n` : `- ${summary.replaceAll('\n', '\n  ')}`,
  getDependencyReleaseLine: () => '',
};
