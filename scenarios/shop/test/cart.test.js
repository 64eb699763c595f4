import assert from 'node:assert/strict';
import { test } from 'node:test';
import { total, withDiscount } from '../src/cart.js';

test('a cart costs what its items cost', () => {
  assert.equal(total([{ price: 2, count: 3 }]), 6);
});

test('a discount is taken off', () => {
  assert.equal(withDiscount(200, 25), 150);
});
