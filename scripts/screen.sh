# Sourced by scripts that measure a real window, in the project's folder: a virtual screen of 1280 x 800, and the program
# in a new home on it. $folder, $program and $server go when the script ends. Needs Xvfb.

folder="$(mktemp -d)"
server='' program=''
finish() {
    for id in $program $server; do
        kill "$id" 2>/dev/null || true
        # The program ends in order, and writes until then.
        wait "$id" 2>/dev/null || true
    done
    rm -rf "$folder"
}
trap finish EXIT

start_screen() {
    # Ten free numbers are enough; the server says by its socket that it is there.
    local number
    for number in {70..79}; do
        [ -e "/tmp/.X11-unix/X$number" ] && continue
        Xvfb ":$number" -screen 0 1280x800x24 -nolisten tcp -noreset >"$folder/xvfb" 2>&1 &
        server=$!
        export DISPLAY=":$number"
        break
    done
    until [ -e "/tmp/.X11-unix/X${DISPLAY#:}" ]; do sleep 0.1; done
}

# With the software driver, whose textures and buffers are the program's own memory; figures in $folder/stats.json.
start_program() {
    HOME="$folder" XDG_RUNTIME_DIR="$folder" XDG_CACHE_HOME="$folder" WINIT_X11_SCALE_FACTOR=1 target/release/occluscope \
        "$@" --layout "${OCCLUSCOPE_LAYOUT:-3d}" --no-restore --adapter cpu --size 1280x800 --stats "$folder/stats.json" 2>"$folder/messages" &
    program=$!
}
