# Sourced by scripts/run and scripts/test: what the program needs from the system, installed on Debian and Ubuntu,
# named elsewhere. Nothing is touched when nothing is missing.

say() { printf '%s\n' "$*" >&2; }

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        say "These packages are missing and there is no sudo to install them with. As root: $*"
        return 1
    fi
}

# Read once: a pipe into `grep -q` would fail by itself now and then under `pipefail`.
libraries="$(ldconfig -p 2>/dev/null || /sbin/ldconfig -p 2>/dev/null || true)"
has_library() { [[ "$libraries" == *"$1"* ]]; }

has_vulkan_driver() {
    local folder
    for folder in /usr/share/vulkan/icd.d /etc/vulkan/icd.d /usr/local/share/vulkan/icd.d; do
        compgen -G "$folder/*.json" >/dev/null && return 0
    done
    [ -n "${VK_ICD_FILENAMES:-}${VK_DRIVER_FILES:-}" ]
}

has_software_driver() { compgen -G "/usr/share/vulkan/icd.d/lvp_icd*.json" >/dev/null; }

# Debian package names of what is missing, one a line. "$1" = test also asks for what the tests need.
missing_packages() {
    command -v cc >/dev/null || printf '%s\n' gcc libc6-dev
    command -v c++ >/dev/null || echo g++
    has_library libvulkan.so.1 || echo libvulkan1
    if [ "$1" = test ]; then has_software_driver; else has_vulkan_driver; fi || echo mesa-vulkan-drivers
    has_library libX11.so.6 || echo libx11-6
    has_library libX11-xcb.so.1 || echo libx11-xcb1
    has_library libXcursor.so.1 || echo libxcursor1
    has_library libXi.so.6 || echo libxi6
    has_library libXrandr.so.2 || echo libxrandr2
    has_library libxkbcommon.so.0 || echo libxkbcommon0
    has_library libxkbcommon-x11.so.0 || echo libxkbcommon-x11-0
    has_library libwayland-client.so.0 || echo libwayland-client0
    # Dialogs of files.
    has_library libdbus-1.so.3 || echo libdbus-1-3
    [ -d /usr/share/X11/xkb ] || echo xkb-data
    if [ "$1" = test ]; then
        command -v Xvfb >/dev/null || echo xvfb
        command -v xdotool >/dev/null || echo xdotool
        command -v xz >/dev/null || echo xz-utils
        # Opens the page that is handed on.
        command -v chromium >/dev/null || command -v chromium-browser >/dev/null || echo chromium
    fi
}

install_missing() {
    [ "$(uname -s)" = Linux ] || return 0
    local missing
    mapfile -t missing < <(missing_packages "$1")
    [ "${#missing[@]}" -gt 0 ] || return 0
    if ! command -v apt-get >/dev/null; then
        say "Missing on this system (Debian's names; install your distribution's packages of the same libraries):"
        say "  ${missing[*]}"
        say "Fedora: gcc gcc-c++ vulkan-loader mesa-vulkan-drivers libX11-xcb libXcursor libXi libXrandr libxkbcommon-x11 libwayland-client dbus-libs xorg-x11-server-Xvfb xdotool xz chromium"
        say "Arch: gcc vulkan-icd-loader vulkan-swrast libx11 libxcursor libxi libxrandr libxkbcommon-x11 wayland dbus xkeyboard-config xorg-server-xvfb xdotool xz chromium"
        return 1
    fi
    install_packages "${missing[@]}"
}

# Packages by Debian's names.
install_packages() {
    say "Installing what is missing: $*"
    local install=(env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@")
    as_root "${install[@]}" >&2 || { as_root apt-get update >&2 && as_root "${install[@]}" >&2; }
}

# Pairs of a program and the package that it comes in.
install_tools() {
    local missing=()
    while [ $# -gt 0 ]; do
        command -v "$1" >/dev/null || missing+=("$2")
        shift 2
    done
    [ "${#missing[@]}" -eq 0 ] || install_packages "${missing[@]}"
}

# Whether the program can be built for Windows here, its compiler of C++ and Rust's library for it installed.
WINDOWS=x86_64-pc-windows-gnu
find_windows() {
    rustup target list --installed 2>/dev/null | grep -qx "$WINDOWS" || rustup target add "$WINDOWS" >&2 || return 1
    install_tools x86_64-w64-mingw32-g++ g++-mingw-w64-x86-64
}

find_cargo() {
    command -v cargo >/dev/null && return 0
    [ -x "$HOME/.cargo/bin/cargo" ] && PATH="$HOME/.cargo/bin:$PATH" && return 0
    say "Rust 1.95 or newer is missing. Install it from https://rustup.rs and run this again:"
    say "  curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh"
    return 1
}
