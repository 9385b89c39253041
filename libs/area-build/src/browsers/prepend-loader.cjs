/** Puts a text in front of a file. */
module.exports = function prepend(source) {
  return `${this.getOptions().text}\n${source}`;
};
