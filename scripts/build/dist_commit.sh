#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Called by `meson dist`: a source archive has no history, so this writes its commit into
# scripts/build/commit.
set -eu
git -C "$MESON_SOURCE_ROOT" rev-parse --short=12 HEAD >"$MESON_DIST_ROOT/scripts/build/commit"
