import { Modal } from '../forms/dialogs.tsx';
import { Button } from '../plain/button.tsx';
import css from './browser-page.module.css';
import '../forms.css';

const words = {
  title: '在浏览器打开',
  text: '请点击右上角···在浏览器打开下载',
  steps: ['点击屏幕右上角的 ··· 按钮', '选择“在浏览器打开”，登录后再次点击下载'],
  done: '我知道了',
};

/** Inside a chat app: points to the app's menu that opens the page in a browser. */
export function BrowserPage({ isShown, onClose }: { isShown: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={isShown}
      onClose={onClose}
      title={words.title}
      fullScreen
      withCloseButton={false}
      transitionProps={{ transition: 'fade' }}
      classNames={{ content: css.page, body: css.body, header: css.head, title: css.title }}
    >
      <svg className={css.arrow} viewBox="0 0 120 140" width={120} height={140} aria-hidden="true">
        <path d="M18 128C20 76 44 40 96 22" />
        <path d="M72 16l28 4-8 28" />
      </svg>
      <p className={css.text}>{words.text}</p>
      <ol className={css.steps}>
        {words.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Button variant="white" fullWidth onClick={onClose}>
        {words.done}
      </Button>
    </Modal>
  );
}
