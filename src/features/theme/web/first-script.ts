/** Key of the stored choice: `dark` or `light` (specification, section 3). */
export const themeKey = 'theme';

/**
 * Sets the theme on the root element before the first paint: the stored choice, else the system's. Every page includes
 * it verbatim; the content security policy has its hash.
 */
export const themeFirstScript = `(function(){try{var t=localStorage.getItem('${themeKey}')}catch(e){}if(t!=='dark'&&t!=='light')t=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';document.documentElement.classList.toggle('dark',t==='dark')})()`;
