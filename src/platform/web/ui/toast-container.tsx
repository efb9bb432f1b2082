import { ToastContainer, type ToastOptions, toast } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import './toasts.css';

/** Most toasts at a time; the others wait (specification, section 9). */
const toastLimit = 20;

export function show(text: string, tone: 'good' | 'bad', options: ToastOptions): void {
  if (tone === 'good') toast.success(text, options);
  else toast.error(text, options);
}

export function SiteToastContainer() {
  return (
    <ToastContainer
      position="top-right"
      autoClose={5_000}
      limit={toastLimit}
      newestOnTop
      icon={false}
      aria-label="Messages"
    />
  );
}
