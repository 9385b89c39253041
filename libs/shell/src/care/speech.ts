/** Some browsers stop in the middle of long utterances, so text is split into sentences. */
export function splitSentences(text: string, longest = 120): string[] {
  const sentences: string[] = [];
  for (const line of text.split(/\n+/)) {
    for (const part of line.match(/[^。！？；!?;]+[。！？；!?;]*/g) ?? []) {
      const sentence = part.trim();
      for (let index = 0; index < sentence.length; index += longest)
        sentences.push(sentence.slice(index, index + longest));
    }
  }
  return sentences;
}

/**
 * Reads text aloud and returns a function that stops it. `onEnd` is called once, at the end or
 * when stopped.
 */
export function readAloud(text: string, onEnd: () => void): () => void {
  const speech = window.speechSynthesis;
  const sentences = splitSentences(text);
  const last = sentences.length - 1;
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    onEnd();
  };
  speech.cancel();
  sentences.forEach((sentence, index) => {
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.lang = 'zh-CN';
    utterance.rate = 0.9;
    utterance.onerror = end;
    if (index === last) utterance.onend = end;
    speech.speak(utterance);
  });
  if (last < 0) end();
  return () => {
    speech.cancel();
    end();
  };
}
