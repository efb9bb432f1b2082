import './tick.css';

/** The class of a checkbox or radio button, to which its size is added. */
export const tickClass = 'tick';
