import { total } from './cart.js';

export function receipt(items) {
  const lines = items.map(item => `${item.count} x ${item.name}: ${item.price * item.count}`);
  return [...lines, `Total: ${total(items)}`].join('\n');
}

console.log(
  receipt([
    { name: 'Bread', price: 3.2, count: 1 },
    { name: 'Apples', price: 0.5, count: 6 },
  ]),
);
