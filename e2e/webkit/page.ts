import { writeFileSync } from 'node:fs';
import { until } from '../support/until.ts';
import { type Command, startDriver } from './driver.ts';
import { findInPage, type Name, type Role } from './find.ts';

/** The key of an element reference in WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
type Handle = Record<typeof elementKey, string>;

export type Page = Awaited<ReturnType<typeof openPage>>;

/** Runs a function inside the page with these arguments. */
const createRunner =
  (command: Command) =>
  <T, Args extends unknown[]>(task: (...args: Args) => T, ...args: Args): Promise<T> =>
    command('/execute/sync', {
      body: { script: `return (${task.toString()})(...arguments)`, args },
    });
type Run = ReturnType<typeof createRunner>;

/** Elements by role and name, with waiting for their presence or absence. */
function createFinder(run: Run) {
  async function findShown(role: Role, name: Name): Promise<Handle[]> {
    const [text, isPattern] = typeof name === 'string' ? [name, false] : [name.source, true];
    return (await run(findInPage, role, text, isPattern)) as unknown as Handle[];
  }
  const count = async (role: Role, name: Name) => (await findShown(role, name)).length;
  return {
    countOf: count,
    isShown: async (role: Role, name: Name) => (await count(role, name)) > 0,
    find: (role: Role, name: Name, timeoutMs?: number): Promise<string> =>
      until(
        `${role} ${name}`,
        async () => (await findShown(role, name))[0]?.[elementKey],
        timeoutMs,
      ),
    gone: (role: Role, name: Name, longest?: number) =>
      until(
        `no ${role} ${name}`,
        async () => ((await count(role, name)) === 0 ? true : undefined),
        longest,
      ),
  };
}

/** User actions on elements. */
function createActions(command: Command, run: Run, { find }: ReturnType<typeof createFinder>) {
  /** Scrolls an element into view and acts on it; retries when the page has replaced it. */
  function actOn(role: Role, name: Name, path: string, body: object = {}): Promise<boolean> {
    return until(`${path} on ${role} ${name}`, async () => {
      const id = await find(role, name);
      await run((element) => (element as unknown as Element).scrollIntoView({ block: 'center' }), {
        [elementKey]: id,
      });
      await command(`/element/${id}${path}`, { body });
      return true;
    });
  }

  return {
    click: (role: Role, name: Name) => actOn(role, name, '/click'),
    async fill(label: Name, text: string, role: Role = 'field'): Promise<void> {
      await actOn(role, label, '/clear');
      await actOn(role, label, '/value', { text });
    },
    /** Selects an option by its text, or the first one with a value. */
    async choose(label: Name, option?: string): Promise<void> {
      const id = await find('field', label);
      await until(`choice ${option ?? ''} of ${label}`, () =>
        run(chooseOption, { [elementKey]: id }, option ?? null).then(
          (isDone) => isDone ?? undefined,
        ),
      );
    },
  };
}

/** Runs inside the page. True when the list has the option. */
function chooseOption(element: unknown, optionText: string | null): true | undefined {
  const select = element as HTMLSelectElement;
  const option = [...select.options].find(({ text, value }) =>
    optionText ? text === optionText : value,
  );
  if (!option) return undefined;
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(
    select,
    option.value,
  );
  select.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

/** URLs and windows. */
function createNavigation(command: Command) {
  const url = async () => new URL(await command<string>('/url', { method: 'GET' }));
  return {
    url,
    open: (address: string) => command<null>('/url', { body: { url: address } }),
    reload: () => command<null>('/refresh'),
    waitForUrl: (isExpected: (address: URL) => boolean, timeoutMs?: number) =>
      until(
        'another address',
        async () => {
          const address = await url();
          return isExpected(address) ? address : undefined;
        },
        timeoutMs,
      ),
    resize: (width: number, height: number) => command('/window/rect', { body: { width, height } }),
    windows: () => command<string[]>('/window/handles', { method: 'GET' }),
    openWindow: async () =>
      (await command<{ handle: string }>('/window/new', { body: { type: 'window' } })).handle,
    switchWindow: (handle: string) => command('/window', { body: { handle } }),
    window: () => command<string>('/window', { method: 'GET' }),
    picture: async (file: string) =>
      writeFileSync(
        file,
        Buffer.from(await command<string>('/screenshot', { method: 'GET' }), 'base64'),
      ),
  };
}

/** A browser with one page; every action waits for its element. */
export async function openPage() {
  const { command, close } = await startDriver();
  const run = createRunner(command);
  const finder = createFinder(run);
  return {
    run,
    close,
    ...finder,
    ...createActions(command, run, finder),
    ...createNavigation(command),
  };
}
