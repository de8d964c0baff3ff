// The lines of a CHANGELOG: the text of each changeset for its readers, without commits and inner dependencies.
// A text that begins with a heading or an item stays as it is; any other is one item.
export default {
  getReleaseLine: ({ summary }) =>
    /^[#-]/.test(summary) ? `\n\n${summary}` : `- ${summary.replaceAll('\n', '\n  ')}`,
  getDependencyReleaseLine: () => '',
};
