/** Where the choice is kept; `dark` or `light` (specification, section 3). */
export const themeKey = 'theme';

/**
 * Puts the theme on the root before the first paint: the stored choice, else the system's. It runs as written in
 * every page; the content security policy names its hash.
 */
export const themeFirstScript = `(function(){try{var t=localStorage.getItem('${themeKey}')}catch(e){}if(t!=='dark'&&t!=='light')t=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';document.documentElement.classList.toggle('dark',t==='dark')})()`;
