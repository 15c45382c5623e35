# SPDX-License-Identifier: MIT
"""A record as a tree of nodes, read word for word as FF[4] says. For tests."""

import re

TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)|\[((?:[^\]\\]|\\.)*)\])", re.DOTALL)


class Node:
    def __init__(self):
        self.properties = {}  # of lists of values, without escapes
        self.children = []

    def main_line(self):
        """This node and those after it."""
        nodes = [self]
        while nodes[-1].children:
            nodes.append(nodes[-1].children[0])
        return nodes

    def value(self, name):
        values = self.properties.get(name)
        if values is None or len(values) != 1:
            raise AssertionError(f"{name} has the values {values}")
        return values[0]

    def move(self):
        """Such as ("B", "cc"), or None."""
        found = [(color, self.value(color)) for color in "BW" if color in self.properties]
        if len(found) > 1:
            raise AssertionError(f"two moves in a node: {found}")
        return found[0] if found else None


def parse(text):
    """The first node of the first game. An error is an AssertionError or a KeyError."""
    top = Node()
    stack, node, name, place = [], top, None, text.index("(")
    while place < len(text):
        match = TOKEN.match(text, place)
        if match is None:
            raise AssertionError(f"no record at {text[place:place + 40]!r}")
        place = match.end()
        sign, letters, value = match.groups()
        if sign == "(":
            stack.append(node)
        elif sign == ")":
            node = stack.pop()
            if not stack:
                break
        elif sign == ";":
            child = Node()
            node.children.append(child)
            node = child
        elif letters:
            name = letters
            if name in node.properties:
                raise AssertionError(f"{name} is twice in a node")
            node.properties[name] = []
        else:
            node.properties[name].append(re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL))
    if stack:
        raise AssertionError("the record does not end")
    return top.children[0]
