/** Of the element below a blog that has what the viewer said there and nobody else sees; an address may name it. */
export const heldCommentsId = 'held-comments';
